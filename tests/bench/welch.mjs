// SPDX-License-Identifier: GPL-3.0-or-later
// node welch.mjs TABLE THREADS: DuckDB does what perfsift does of a table:
// groups, means, variances and the figures of Welch's test.
import { createRequire } from 'node:module';

const require = createRequire(`${process.env.DUCKDB_HOME}/`);
const { DuckDBInstance } = require('@duckdb/node-api');
const [table, threads] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { threads });
const connection = await instance.connect();
const reader = await connection.runAndReadAll(`
	WITH side AS (
		SELECT "group", metric, "commit", count(value) AS n,
			avg(value) AS mean, var_samp(value) AS variance
		FROM read_csv('${table}', header = true, columns = {
			'group': 'VARCHAR', 'commit': 'VARCHAR',
			'run': 'VARCHAR', 'metric': 'VARCHAR',
			'value': 'DOUBLE' })
		GROUP BY ALL),
	figures AS (
		SELECT (c.mean - b.mean) /
				sqrt(b.variance / b.n + c.variance / c.n) AS t,
			(b.variance / b.n + c.variance / c.n) ** 2 /
				((b.variance / b.n) ** 2 / (b.n - 1) +
				(c.variance / c.n) ** 2 / (c.n - 1)) AS df
		FROM side b JOIN side c USING ("group", metric)
		WHERE b."commit" = 'base' AND c."commit" = 'candidate')
	SELECT count(*) FILTER (isfinite(t) AND abs(t) > 4), avg(df) FILTER (isfinite(df))
	FROM figures`);
console.log(reader.getRows()[0].join(' '));
