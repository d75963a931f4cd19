/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/store_table.h"

#include <stddef.h>

/* Never changed after a release: what follows is a migration more. */
static const char schema_1[] =
	"CREATE TABLE night("
	" id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
	" state TEXT NOT NULL CHECK(state IN ('begun', 'published')),"
	" directory TEXT NOT NULL, archive TEXT NOT NULL,"
	" asked TEXT NOT NULL, groups INTEGER NOT NULL);"
	"CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);"
	"CREATE TABLE run_set("
	" id INTEGER PRIMARY KEY, \"group\" TEXT NOT NULL,"
	" \"commit\" TEXT NOT NULL, fingerprint TEXT NOT NULL,"
	" content TEXT NOT NULL, runs INTEGER NOT NULL,"
	" summary BLOB NOT NULL, UNIQUE(\"group\", \"commit\"));"
	"CREATE TABLE pair("
	" id INTEGER PRIMARY KEY,"
	" night INTEGER NOT NULL REFERENCES night ON DELETE CASCADE,"
	" \"group\" TEXT NOT NULL, base TEXT NOT NULL,"
	" candidate TEXT NOT NULL, base_fingerprint TEXT NOT NULL,"
	" candidate_fingerprint TEXT NOT NULL, result BLOB NOT NULL,"
	" metrics INTEGER NOT NULL, reported INTEGER NOT NULL,"
	" improvements INTEGER NOT NULL, regressions INTEGER NOT NULL,"
	" UNIQUE(night, \"group\", candidate, base));"
	"CREATE INDEX pair_sides ON pair(\"group\", candidate, base);"
	"CREATE INDEX pair_base ON pair(\"group\", base);"
	"CREATE TABLE finding("
	" pair INTEGER NOT NULL REFERENCES pair ON DELETE CASCADE,"
	" name INTEGER NOT NULL REFERENCES name, id TEXT NOT NULL,"
	" reported INTEGER NOT NULL, failure INTEGER NOT NULL,"
	" kpi INTEGER NOT NULL, direction INTEGER NOT NULL,"
	" ranking REAL, p REAL, change REAL, q REAL, status TEXT,"
	" json TEXT NOT NULL, csv TEXT NOT NULL, UNIQUE(pair, name));"
	"CREATE INDEX finding_name ON finding(name);"
	"CREATE TABLE problem("
	" id INTEGER PRIMARY KEY,"
	" run_set INTEGER REFERENCES run_set ON DELETE CASCADE,"
	" pair INTEGER REFERENCES pair ON DELETE CASCADE,"
	" fault INTEGER NOT NULL, run TEXT, file TEXT, line INTEGER NOT NULL,"
	" what TEXT NOT NULL, text TEXT, fingerprint TEXT);"
	"CREATE INDEX problem_set ON problem(run_set);"
	"CREATE INDEX problem_pair ON problem(pair);"
	"CREATE TABLE known("
	" night INTEGER NOT NULL REFERENCES night ON DELETE CASCADE,"
	" file TEXT NOT NULL, fingerprint TEXT NOT NULL,"
	" PRIMARY KEY(night, file, fingerprint)) WITHOUT ROWID;";

const char *const store_migrations[] = { schema_1, NULL };

#define NIGHT_COLUMNS "id, name, directory, archive, asked, groups"
#define SIDES                                              \
	"\"group\" = ?1 AND candidate = ?2 AND base = ?3 " \
	"AND candidate_fingerprint = ?4 AND base_fingerprint = ?5 "
#define PROBLEM_COLUMNS \
	"p.fault, p.run, p.file, p.line, p.what, p.text, p.fingerprint"
#define OF_NIGHT                                        \
	"FROM finding f JOIN pair p ON p.id = f.pair "  \
	"JOIN name n ON n.id = f.name "                 \
	"WHERE p.night = ?1 AND (?2 = 0 OR p.id = ?2) " \
	"AND (?3 IS NULL OR p.candidate = ?3) "

/* The order of ranked ones is that of pipeline/rank.c. */
const char *const store_sql[STORE_STATEMENTS] = {
	[STORE_BEGUN_NIGHT] = "SELECT " NIGHT_COLUMNS " FROM night "
			      "WHERE state = 'begun' ORDER BY id LIMIT 1",
	[STORE_LAST_NIGHT] = "SELECT " NIGHT_COLUMNS " FROM night "
			     "WHERE state = 'published' AND archive = ?1 "
			     "ORDER BY id DESC LIMIT 1",
	[STORE_HAS_NIGHT] = "SELECT 1 FROM night WHERE name = ?1",
	[STORE_ADD_NIGHT] = "INSERT INTO night(name, directory, archive, "
			    "asked, groups, state) "
			    "VALUES(?1, ?2, ?3, ?4, ?5, 'begun')",
	[STORE_CHANGE_NIGHT] = "UPDATE night SET name = ?1, directory = ?2, "
			       "archive = ?3, asked = ?4, groups = ?5 "
			       "WHERE id = ?6",
	[STORE_DROP_NIGHT] = "DELETE FROM night WHERE id = ?1",
	[STORE_PUBLISH] = "UPDATE night SET state = 'published' WHERE id = ?1",
	[STORE_NAMES] = "SELECT id, text FROM name ORDER BY id",
	[STORE_ADD_NAME] = "INSERT INTO name(id, text) VALUES(?1, ?2)",
	[STORE_FIND_SET] = "SELECT id, fingerprint, content FROM run_set "
			   "WHERE \"group\" = ?1 AND \"commit\" = ?2",
	[STORE_DROP_SET] = "DELETE FROM run_set "
			   "WHERE \"group\" = ?1 AND \"commit\" = ?2",
	[STORE_ADD_SET] = "INSERT INTO run_set(\"group\", \"commit\", "
			  "fingerprint, content, runs, summary) "
			  "VALUES(?1, ?2, ?3, ?4, ?5, ?6)",
	[STORE_SETTLE_SET] = "UPDATE run_set SET content = '' WHERE id = ?1",
	[STORE_FORGET_BASE] = "UPDATE pair SET base_fingerprint = '' "
			      "WHERE \"group\" = ?1 AND base = ?2",
	[STORE_FORGET_CANDIDATE] = "UPDATE pair SET candidate_fingerprint = '' "
				   "WHERE \"group\" = ?1 AND candidate = ?2",
	[STORE_FIND_PUBLISHED] =
		"SELECT id FROM pair WHERE " SIDES "AND EXISTS(SELECT 1 FROM "
		"night WHERE night.id = pair.night AND state = 'published') "
		"ORDER BY id DESC LIMIT 1",
	[STORE_FIND_IN_NIGHT] = "SELECT id FROM pair WHERE " SIDES
				"AND night = ?6",
	[STORE_ADD_PAIR] =
		"INSERT OR REPLACE INTO pair(night, \"group\", base, "
		"candidate, base_fingerprint, candidate_fingerprint, result, "
		"metrics, reported, improvements, regressions) "
		"VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
	[STORE_PAIRS_OF_NIGHT] = "SELECT id FROM pair WHERE night = ?1 "
				 "ORDER BY id",
	[STORE_DROP_PAIR] = "DELETE FROM pair WHERE id = ?1",
	[STORE_GET_HEAD] = "SELECT result FROM pair WHERE id = ?1",
	[STORE_COUNT_NIGHT] =
		"SELECT count(*), sum(reported), sum(improvements), "
		"sum(regressions) FROM pair WHERE night = ?1",
	[STORE_CANDIDATES] = "SELECT DISTINCT candidate FROM pair "
			     "WHERE night = ?1 AND reported > 0 "
			     "ORDER BY candidate",
	[STORE_ADD_FINDING] =
		"INSERT INTO finding(pair, name, id, reported, failure, kpi, "
		"direction, ranking, p, change, q, status, json, csv) "
		"VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, "
		"?13, ?14)",
	[STORE_RANKED] = "SELECT f.rowid " OF_NIGHT "AND f.reported "
			 "ORDER BY f.failure DESC, f.kpi DESC, "
			 "f.ranking DESC NULLS LAST, f.p NULLS LAST, n.text, "
			 "p.\"group\", p.candidate, p.base",
	[STORE_UNRANKED] = "SELECT f.rowid " OF_NIGHT "AND NOT f.reported "
			   "ORDER BY p.\"group\", n.text, p.candidate, p.base",
	[STORE_LINE] = "SELECT json, csv, reported, direction FROM finding "
		       "WHERE rowid = ?1",
	[STORE_ADD_PROBLEM] =
		"INSERT INTO problem(run_set, pair, fault, run, file, line, "
		"what, text, fingerprint) "
		"VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
	[STORE_PROBLEMS_OF_SET] =
		"SELECT " PROBLEM_COLUMNS ", s.\"group\", s.\"commit\" "
		"FROM problem p JOIN run_set s ON s.id = p.run_set "
		"WHERE s.id = ?1 ORDER BY p.id",
	[STORE_PROBLEMS_OF_NIGHT] =
		"SELECT " PROBLEM_COLUMNS ", s.\"group\", s.candidate "
		"FROM problem p JOIN pair s ON s.id = p.pair "
		"WHERE s.night = ?1 "
		"ORDER BY s.\"group\", s.candidate, s.base, p.id",
	[STORE_ADD_KNOWN] = "INSERT OR IGNORE INTO known(night, file, "
			    "fingerprint) VALUES(?1, ?2, ?3)",
	[STORE_IS_KNOWN] = "SELECT 1 FROM known WHERE night = ?1 "
			   "AND file = ?2 AND fingerprint = ?3",
	[STORE_RECORDS] = "SELECT \"group\", \"commit\", summary FROM run_set "
			  "ORDER BY \"group\", \"commit\"",
};
