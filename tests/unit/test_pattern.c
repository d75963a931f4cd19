/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/pattern.h"

#include "tests/unit/unit.h"

/*
 * The truth is the C library: a pattern must match as regexec() does with
 * "^(PATTERN)$", whether it asks regexec() itself or not.
 */

static unsigned seed;

/* Less than `limit`, the same numbers in every run. */
static unsigned draw(unsigned limit)
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 16) % limit;
}

static bool reference_compile(regex_t *expression, const char *text, bool whole)
{
	char wrapped[1024];

	snprintf(wrapped, sizeof(wrapped), whole ? "^(%s)$" : "%s", text);
	return regcomp(expression, wrapped, REG_EXTENDED | REG_NOSUB) == 0;
}

static bool reference_matches(const regex_t *expression, const char *name)
{
	return regexec(expression, name, 0, NULL, 0) == 0;
}

static bool compile_at(struct pattern *pattern, const char *text,
		       enum pattern_place place)
{
	char why[128] = "";
	enum pattern_status status =
		pattern_compile(pattern, text, place, why, sizeof(why));

	ck_assert_int_ne(status, PATTERN_NO_MEMORY);
	ck_assert_msg((status == PATTERN_BAD) == (*why != '\0'), "%s: \"%s\"",
		      text, why);
	return status == PATTERN_MADE;
}

static bool compile(struct pattern *pattern, const char *text)
{
	return compile_at(pattern, text, PATTERN_WHOLE);
}

static bool matches(const char *text, const char *name)
{
	struct pattern pattern;
	bool found;

	ck_assert_msg(compile(&pattern, text), "%s is refused", text);
	found = pattern_matches(&pattern, name, strlen(name));
	pattern_release(&pattern);
	return found;
}

/* A pattern and its reference; and what was found of both so far. */
struct pair {
	struct pattern pattern;
	regex_t reference;
	const char *text;
	unsigned matched, unmatched;
};

static void compare(struct pair *pair, const char *name)
{
	bool want = reference_matches(&pair->reference, name);
	bool got = pattern_matches(&pair->pattern, name, strlen(name));
	int first = pattern_first_byte(&pair->pattern);

	ck_assert_msg(got == want, "\"%s\" %s \"%s\"", pair->text,
		      want ? "must match" : "must not match", name);
	ck_assert_msg(!want || first < 0 || first == (unsigned char)*name,
		      "\"%s\" matches \"%s\", but for the first byte",
		      pair->text, name);
	ck_assert_msg(!want || !(pair->pattern.pairs &
				 ~pattern_pairs(name, strlen(name))),
		      "\"%s\" matches \"%s\", but for pairs of bytes",
		      pair->text, name);
	pair->matched += want;
	pair->unmatched += !want;
}

/* Bytes that names and literals are made of. */
static const char letters[] = "aab.-%( \xc3\xa9\n";

static char letter(void)
{
	return letters[draw(sizeof(letters) - 1)];
}

/* What the pieces know, and a name that it may match. */
static void make_pieces(char *text, char *name)
{
	unsigned parts = draw(9);

	for (unsigned i = 0; i < parts; i++) {
		unsigned kind = draw(6);
		char byte = letter();

		if (kind < 2) {
			*text++ = '.';
			*text++ = kind ? '+' : '*';
			for (unsigned k = draw(4); k > 0; k--)
				*name++ = letter();
			continue;
		}
		if (strchr(".(", byte) || (kind == 2 && strchr("-%", byte)))
			*text++ = '\\';
		*text++ = *name++ = byte;
	}
	*text = *name = '\0';
}

/* One byte of a name more, less, or other. */
static void mutate(char *name)
{
	size_t length = strlen(name), place = draw((unsigned)length + 1);

	switch (draw(3)) {
	case 0:
		memmove(name + place + 1, name + place, length - place + 1);
		name[place] = letter();
		break;
	case 1:
		if (place < length)
			memmove(name + place, name + place + 1, length - place);
		break;
	default:
		if (place < length)
			name[place] = letter();
	}
}

START_TEST(pieces_match_as_the_library_does)
{
	struct pair pair = { .matched = 0 };
	char text[64], name[128];

	seed = 1;
	pair.text = text;
	for (int i = 0; i < 4000; i++) {
		make_pieces(text, name);
		ck_assert_msg(compile(&pair.pattern, text), "%s", text);
		ck_assert_msg(!pair.pattern.expression,
			      "%s is not made of pieces", text);
		ck_assert(reference_compile(&pair.reference, text, true));
		for (int k = 0; k < 8; k++) {
			compare(&pair, name);
			mutate(name);
		}
		pattern_release(&pair.pattern);
		regfree(&pair.reference);
	}
	/* Neither answer is a rare one. */
	ck_assert_uint_ge(pair.matched, 4000);
	ck_assert_uint_ge(pair.unmatched, 4000);
}
END_TEST

/* Parts of expressions; what they have of each other makes the trouble. */
static const char *const fragments[] = {
	"a",
	"b",
	"ab",
	"ba",
	"aab",
	".",
	".*",
	".+",
	"\\.",
	"\\(",
	"\\|",
	"\\[",
	"\\*",
	"\\\\",
	"a?",
	"b*",
	"b+",
	"\\.?",
	"a{2}",
	"b{0,1}",
	"a{2,}",
	"[ab]",
	"[^a]",
	"[]a]",
	"[^]a]",
	"[(]",
	"[|]",
	"[a|b]*",
	"[[:alpha:]]",
	"[[:alpha:]|]",
	"[[:punct:]b]",
	"[^[:alpha:].]",
	"[[.-.](]",
	"[[=a=]|]",
	"[a\\]",
	"[[]",
	"(a)",
	"(a|b)",
	"(ab)?",
	"(b)*",
	"(a|)",
	"(a(b|\\)))",
	"([)]|a)",
	"(^a|b$)",
	"(ab|ba){2}",
	"^",
	"$",
	"|",
	"|",
	"*",
	"+",
	"{1}",
	"\\<",
	"\\>",
	"\\`",
	"\\'",
	"\\b",
	"\\w",
	"\\W",
};

START_TEST(expressions_match_as_the_library_does)
{
	static const char bytes[] = "aaabbb.|()[]*\\-`'<> ";
	struct pair pair = { .matched = 0 };
	char text[256], name[16];
	unsigned refused = 0;

	seed = 2;
	pair.text = text;
	for (int i = 0; i < 6000; i++) {
		size_t used = 0;
		bool done;

		*text = '\0';
		for (unsigned k = draw(6); k < 6; k++)
			used += (size_t)sprintf(
				text + used, "%s",
				fragments[draw(sizeof(fragments) /
					       sizeof(*fragments))]);
		done = reference_compile(&pair.reference, text, true);
		ck_assert_msg(compile(&pair.pattern, text) == done,
			      "\"%s\" must %s", text,
			      done ? "compile" : "be refused");
		for (int k = 0; done && k < 30; k++) {
			unsigned length = draw(sizeof(name));

			for (unsigned j = 0; j < length; j++)
				name[j] = bytes[draw(sizeof(bytes) - 1)];
			/* Mostly short ones, which are matched more often. */
			name[k % 2 ? length : length / 4] = '\0';
			compare(&pair, name);
		}
		if (done)
			regfree(&pair.reference);
		refused += !done;
		pattern_release(&pair.pattern);
	}
	ck_assert_uint_ge(pair.matched, 4000);
	ck_assert_uint_ge(pair.unmatched, 4000);
	ck_assert_uint_ge(refused, 100);
}
END_TEST

/* A pattern for groups is looked for, and need not be the whole. */
START_TEST(anywhere_is_as_the_library_looks_for_it)
{
	static const char bytes[] = "aab.|(";
	char text[256], name[16];
	unsigned found = 0, compared = 0;

	seed = 3;
	for (int i = 0; i < 2000; i++) {
		struct pattern pattern;
		regex_t reference;
		size_t used = 0;
		bool done;

		*text = '\0';
		for (unsigned k = draw(4); k < 4; k++)
			used += (size_t)sprintf(
				text + used, "%s",
				fragments[draw(sizeof(fragments) /
					       sizeof(*fragments))]);
		done = reference_compile(&reference, text, false);
		ck_assert_msg(compile_at(&pattern, text, PATTERN_ANYWHERE) ==
				      done,
			      "\"%s\" must %s", text,
			      done ? "compile" : "be refused");
		for (int k = 0; done && k < 10; k++) {
			unsigned length = draw(sizeof(name));
			bool want;

			for (unsigned j = 0; j < length; j++)
				name[j] = bytes[draw(sizeof(bytes) - 1)];
			name[length] = '\0';
			want = reference_matches(&reference, name);
			ck_assert_msg(pattern_matches(&pattern, name, length) ==
					      want,
				      "\"%s\" %s \"%s\"", text,
				      want ? "is in" : "is not in", name);
			found += want;
			compared++;
		}
		if (done)
			regfree(&reference);
		pattern_release(&pattern);
	}
	ck_assert_uint_ge(found, 2000);
	ck_assert_uint_ge(compared - found, 2000);
}
END_TEST

START_TEST(known_answers)
{
	static const struct {
		const char *text, *name;
		bool matches;
	} known[] = {
		{ "", "", true },
		{ "", "a", false },
		{ ".*", "", true },
		{ ".+", "", false },
		{ ".+", "a", true },
		{ ".+.+", "a", false },
		{ ".*.+.*", "a", true },
		{ "a.+a", "aa", false },
		{ "a.+a", "aaa", true },
		{ "a.*a", "a", false },
		{ "ab.*ab", "abab", true },
		{ "ab.*ab", "aba", false },
		{ ".*ab.*ab", "abab", true },
		{ ".*aba.*ba", "ababa", true },
		{ ".*aba.+ba", "ababa", false },
		{ "fio\\.read_iops", "fio.read_iops", true },
		{ "fio\\.read_iops", "fioxread_iops", false },
		{ "fio\\.read_iops", "fio.read_iops2", false },
		{ "fio\\.read_iops", "a fio.read_iops", false },
		{ "a|b", "a", true },
		{ "a|b", "ab", false },
		{ "ab|cd", "abcd", false },
		{ "a.*|b", "b", true },
		{ "a[.]b|c", "c", true },
		{ "[[:alpha:]xyz]b", "xb", true },
		{ "[[:alpha:]xyz]b", "1b", false },
		{ "a[[.].](]|c", "c", true },
		{ "\xc3\xa9.*", "\xc3\xa9t\xc3\xa9", true },
		{ "\xff+", "\xff\xff", true },
		{ "[^a]", "\xff", true },
		{ ".", "\xff", true },
		{ ".*", "a\nb", true },
		{ "a.b", "a\nb", true },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		ck_assert_msg(matches(known[i].text, known[i].name) ==
				      known[i].matches,
			      "\"%s\" and \"%s\"", known[i].text,
			      known[i].name);
}
END_TEST

START_TEST(bad_expressions)
{
	static const char *const bad[] = {
		"(",
		"[",
		"a{2",
		"*a",
		"+a",
		"?",
		"a|*b",
		"(*a)",
		"a\\",
		"[a",
		"[[:x]",
		"a{x}",
		"{",
		"((a)",
		"[b-a]",
		"a{2,1}",
		"[[:nothing:]]",
		/* As they stand no expressions, though "^()$" would close
		   them, or take them for other ones. */
		")(",
		"a)|(b",
		"a)",
		"a)|b",
		"(a))",
		")",
		"a|b)",
		"a)*",
		"(a)\\1",
		"((a)\\2)",
		"[)])",
	};
	struct pattern pattern;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		for (int place = PATTERN_WHOLE; place <= PATTERN_ANYWHERE;
		     place++) {
			ck_assert_msg(!compile_at(&pattern, bad[i],
						  (enum pattern_place)place),
				      "\"%s\" compiles", bad[i]);
			pattern_release(&pattern);
			ck_assert_ptr_null(pattern.text);
		}
}
END_TEST

/* What is no group or back-reference, for all that it looks so. */
START_TEST(parentheses_that_are_text)
{
	ck_assert(matches("f\\(x\\)", "f(x)"));
	ck_assert(matches("f[(]x[)]", "f(x)"));
	ck_assert(matches("[])]", ")"));
	ck_assert(matches("[[:alpha:])]+", "a)"));
	ck_assert(matches("\\\\1", "\\1"));
	ck_assert(matches("[\\1]+", "1\\"));
	ck_assert(matches("(a\\)|b)", "a)"));
}
END_TEST

START_TEST(the_first_byte)
{
	static const struct {
		const char *text;
		int first;
	} known[] = {
		{ "abc", 'a' },
		{ "\\.x", '.' },
		{ "x.*", 'x' },
		{ ".*x", -1 },
		{ "", -1 },
		{ "a|b", -1 },
		{ "ab|ac", -1 },
		{ "(a|b)", -1 },
		{ "[a]b", -1 },
		{ "a?b", -1 },
		{ "a*b", -1 },
		{ "ba?", 'b' },
		{ "a{0,1}b", -1 },
		{ "\\.*", -1 },
		{ "\xc3\xa9.*", 0xc3 },
		{ "\xff[ab]", 0xff },
		{ "\\|a[b]", '|' },
		{ "a(b|c)", 'a' },
		{ "a[|]b", 'a' },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		struct pattern pattern;

		ck_assert(compile(&pattern, known[i].text));
		ck_assert_msg(pattern_first_byte(&pattern) == known[i].first,
			      "%s: %d", known[i].text,
			      pattern_first_byte(&pattern));
		pattern_release(&pattern);
	}
}
END_TEST

START_TEST(a_place_may_begin_with_anything)
{
	struct pattern pattern;

	ck_assert(compile_at(&pattern, "abc", PATTERN_ANYWHERE));
	ck_assert_int_eq(pattern_first_byte(&pattern), -1);
	ck_assert(pattern_matches(&pattern, "xxabcxx", 7));
	ck_assert(!pattern_matches(&pattern, "xxabxcx", 7));
	pattern_release(&pattern);
}
END_TEST

static bool nearly(const char *text, const char *name)
{
	struct pattern pattern;
	bool near;

	ck_assert(compile(&pattern, text));
	near = pattern_nearly_matches(&pattern, name, strlen(name));
	pattern_release(&pattern);
	return near;
}

START_TEST(one_byte_away)
{
	ck_assert(nearly("fio\\.read_iops", "fio.read_iop"));
	ck_assert(nearly("fio\\.read_iops", "io.read_iops"));
	ck_assert(nearly("fio\\.read_iops", "fio.reaad_iops"));
	ck_assert(nearly("fio\\.read_iops", "fio.read_iopsx"));
	ck_assert(nearly("fio\\.read_iops", "fio_read_iops"));
	ck_assert(nearly("fio\\.read_iops", "xio.read_iops"));
	ck_assert(nearly("fio\\.read_.*", "fio.raed_iops") == false);
	ck_assert(nearly("fio\\.read_.*", "fio.rea_iops"));
	ck_assert(nearly("fio\\.read_.+", "fio.read_"));
	ck_assert(nearly(".*\\.throughput", "unixbench.througput"));
	/* Two bytes. */
	ck_assert(!nearly("fio\\.read_iops", "fio.read_io"));
	ck_assert(!nearly("fio\\.read_iops", "fo.read_iop"));
	ck_assert(!nearly("fio\\.read_iops", "fio.read_iopsxx"));
	ck_assert(!nearly("fio\\.read_iops", "fio_read-iops"));
	ck_assert(!nearly("fio\\.read_iops", ""));
	/* A byte that is no ASCII. */
	ck_assert(nearly("caf\xe9\\.latency", "caf.latency"));
	ck_assert(nearly("caf\xe9\\.latency", "cafe.latency"));
	/* Too short to tell, or not made of pieces. */
	ck_assert(!nearly("fio\\.a", "fio.b"));
	ck_assert(!nearly(".*abcde.*", "abcd"));
	ck_assert(!nearly("[f]io\\.read_iops", "fio.read_iop"));
}
END_TEST

/* Whether any name one byte away matches, tried with every byte. */
static bool reference_nearly(const regex_t *reference, const char *name)
{
	size_t length = strlen(name);
	char other[64];

	for (size_t place = 0; place <= length; place++)
		for (unsigned byte = 0; byte < 256; byte++) {
			bool end = place == length;

			if (byte) {
				sprintf(other, "%.*s%c%s", (int)place, name,
					(int)byte, name + place);
				if (reference_matches(reference, other))
					return true;
			}
			if (end)
				continue;
			/* Byte 0 takes the byte away. */
			memcpy(other, name, length + 1);
			other[place] = (char)byte;
			if (!byte)
				strcpy(other + place, name + place + 1);
			if (reference_matches(reference, other))
				return true;
		}
	return false;
}

START_TEST(one_byte_away_as_tried)
{
	static const char bytes[] = "ab\xe9";
	unsigned near = 0;

	seed = 4;
	for (int i = 0; i < 300; i++) {
		char text[64], name[32];
		struct pattern pattern;
		regex_t reference;
		size_t used = 0, copied = 0;
		bool want;

		/* Six literals, so that it is long enough to ask. */
		for (int k = 0; k < 6; k++) {
			if (draw(4) == 0) {
				used += (size_t)sprintf(text + used, "%s",
							draw(2) ? ".*" : ".+");
				if (draw(2))
					name[copied++] = bytes[draw(3)];
			}
			text[used++] = bytes[draw(3)];
			name[copied++] = text[used - 1];
		}
		text[used] = name[copied] = '\0';
		mutate(name);
		if (draw(2))
			mutate(name);
		ck_assert(compile(&pattern, text));
		ck_assert(reference_compile(&reference, text, true));
		want = reference_nearly(&reference, name);
		ck_assert_msg(pattern_nearly_matches(&pattern, name,
						     strlen(name)) == want,
			      "\"%s\" is %s to \"%s\"", text,
			      want ? "near" : "not near", name);
		near += want;
		regfree(&reference);
		pattern_release(&pattern);
	}
	ck_assert_uint_ge(near, 50);
	ck_assert_uint_le(near, 250);
}
END_TEST

START_TEST(long_names)
{
	enum { LENGTH = 60000 };
	char *name = malloc(LENGTH + 1), *text = malloc(LENGTH + 3);
	struct pattern pattern;

	ck_assert_ptr_nonnull(name);
	ck_assert_ptr_nonnull(text);
	memset(name, 'a', LENGTH);
	name[LENGTH] = '\0';
	ck_assert(matches("a.*a.*a.*a.+a", name));
	ck_assert(!matches("a.*a.*a.*a.+b", name));
	ck_assert(!matches(".*b.*a.*a", name));
	name[LENGTH - 1] = 'b';
	ck_assert(matches(".*a.*a.*b", name));
	/* A pattern of that length; and one byte too much of it. */
	strcpy(text, name);
	ck_assert(compile(&pattern, text));
	ck_assert(pattern_matches(&pattern, name, LENGTH));
	ck_assert(!pattern_matches(&pattern, name + 1, LENGTH - 1));
	pattern_release(&pattern);
	strcat(text, "a");
	ck_assert(!matches(text, name));
	free(name);
	free(text);
}
END_TEST

/* As many pieces as a text can have. */
START_TEST(many_wildcards)
{
	char text[1024] = "", name[512] = "";

	for (int i = 0; i < 100; i++) {
		strcat(text, i % 2 ? ".+" : "x.*");
		strcat(name, i % 2 ? "y" : "x");
	}
	ck_assert(matches(text, name));
	name[strlen(name) - 1] = '\0';
	ck_assert(!matches(text, name));
	*text = '\0';
	for (int i = 0; i < 200; i++)
		strcat(text, ".+");
	memset(name, 'z', 200);
	name[200] = '\0';
	ck_assert(matches(text, name));
	ck_assert(!matches(text, name + 1));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("pattern");
	TCase *tests = tcase_create("pattern");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, pieces_match_as_the_library_does);
	tcase_add_test(tests, expressions_match_as_the_library_does);
	tcase_add_test(tests, anywhere_is_as_the_library_looks_for_it);
	tcase_add_test(tests, known_answers);
	tcase_add_test(tests, bad_expressions);
	tcase_add_test(tests, parentheses_that_are_text);
	tcase_add_test(tests, the_first_byte);
	tcase_add_test(tests, a_place_may_begin_with_anything);
	tcase_add_test(tests, one_byte_away);
	tcase_add_test(tests, one_byte_away_as_tried);
	tcase_add_test(tests, long_names);
	tcase_add_test(tests, many_wildcards);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
