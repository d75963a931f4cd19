/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/rows.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/unit.h"

/* No block the reader could use is larger, and all powers of two divide it. */
enum { EDGE = 256 * 1024 };

static char place[64], path[96];

/* What was read, as text: "LINE:[FIELD][FIELD]\n" for each row. */
struct transcript {
	char *text;
	size_t length, room;
	size_t skip;		     /* rows not written down */
	size_t stop_field, stop_row; /* counted from 1; 0: never */
	size_t fields, rows;
	size_t line; /* of the row */
};

static void put(struct transcript *transcript, const char *text, size_t length)
{
	if (transcript->room - transcript->length < length + 1) {
		transcript->room = transcript->room * 2 + length + 1;
		transcript->text = realloc(transcript->text, transcript->room);
		ck_assert_ptr_nonnull(transcript->text);
	}
	memcpy(transcript->text + transcript->length, text, length);
	transcript->length += length;
	transcript->text[transcript->length] = '\0';
}

static bool on_field(struct rows *rows, size_t column, const char *text,
		     size_t length)
{
	struct transcript *transcript = rows->context;
	char line[32];

	ck_assert_int_eq(text[length], '\0');
	transcript->fields++;
	if (!column)
		transcript->line = rows->line;
	if (transcript->rows >= transcript->skip) {
		if (!column) {
			snprintf(line, sizeof(line), "%zu:", rows->line);
			put(transcript, line, strlen(line));
		}
		put(transcript, "[", 1);
		put(transcript, text, length);
		put(transcript, "]", 1);
	}
	return transcript->fields != transcript->stop_field;
}

static bool on_end(struct rows *rows, size_t columns)
{
	struct transcript *transcript = rows->context;
	char end[32];

	ck_assert_uint_eq(rows->line, transcript->line);
	if (transcript->rows++ >= transcript->skip) {
		snprintf(end, sizeof(end), "%zu\n", columns);
		put(transcript, end, strlen(end));
	}
	return transcript->rows != transcript->stop_row;
}

static void set_up(void)
{
	strcpy(place, "test_rows.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(place));
	snprintf(path, sizeof(path), "%s/input.csv", place);
}

static void tear_down(void)
{
	unlink(path);
	ck_assert_int_eq(rmdir(place), 0);
}

static void write_input(const char *text, size_t length)
{
	FILE *file = fopen(path, "w");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(text, 1, length, file), length);
	ck_assert_int_eq(fclose(file), 0);
}

static enum rows_status read_input(struct rows *rows, char delimiter,
				   struct transcript *transcript,
				   struct error *error)
{
	*rows = (struct rows){
		.file = path,
		.delimiter = delimiter,
		.waits = true,
		.field = on_field,
		.end = on_end,
		.context = transcript,
	};
	*error = (struct error){ 0 };
	put(transcript, "", 0);
	return rows_read(rows, error);
}

static void check_delimited(char delimiter, const char *text, size_t length,
			    const char *want)
{
	struct transcript transcript = { 0 };
	struct rows rows;
	struct error error;

	write_input(text, length);
	ck_assert_int_eq(read_input(&rows, delimiter, &transcript, &error),
			 ROWS_DONE);
	ck_assert_str_eq(transcript.text, want);
	ck_assert_int_eq(error.fault, FAULT_NONE);
	ck_assert_uint_eq(rows.bytes, length);
	free(transcript.text);
}

#define check(text, want) check_delimited(',', text, sizeof(text) - 1, want)

static void check_refused(const char *text, size_t length, size_t line,
			  const char *why, const char *before)
{
	struct transcript transcript = { 0 };
	struct rows rows;
	struct error error;

	write_input(text, length);
	ck_assert_int_eq(read_input(&rows, ',', &transcript, &error), ROWS_BAD);
	ck_assert_int_eq(error.fault, FAULT_INPUT);
	ck_assert_msg(strstr(error.text, why) == error.text, "\"%s\"",
		      error.text);
	ck_assert_uint_eq(rows.line, line);
	ck_assert_str_eq(transcript.text, before);
	free(transcript.text);
}

#define refuse(text, line, why, before) \
	check_refused(text, sizeof(text) - 1, line, why, before)

static const char never_closed[] = "the quote is never closed";
static const char inside[] = "a quote inside an unquoted field: quote the "
			     "field and double the quote";
static const char behind[] = "text after a closing quote: double the quotes "
			     "inside a quoted field";
static const char long_field[] = "a field of more than 65536 bytes";
static const char nul_byte[] = "a NUL byte";

START_TEST(plain)
{
	check("", "");
	check("a", "1:[a]1\n");
	check("a\n", "1:[a]1\n");
	check("a,b\nc,d\n", "1:[a][b]2\n2:[c][d]2\n");
	check("a,b\nc,d", "1:[a][b]2\n2:[c][d]2\n");
	check(",\n", "1:[][]2\n");
	check("a,", "1:[a][]2\n");
	check("a,,\n", "1:[a][][]3\n");
	check(" a , b c \t\n", "1:[a][b c]2\n");
	check("a;b,c\n", "1:[a;b][c]2\n");
}
END_TEST

START_TEST(line_ends)
{
	check("a\r\nb\r\nc", "1:[a]1\n2:[b]1\n3:[c]1\n");
	check("a\rb\rc\r", "1:[a]1\n2:[b]1\n3:[c]1\n");
	check("a\n\rb\n", "1:[a]1\n3:[b]1\n");
	check("a\r\r\nb", "1:[a]1\n3:[b]1\n");
	check("a\rb\nc\r\nd", "1:[a]1\n2:[b]1\n3:[c]1\n4:[d]1\n");
}
END_TEST

START_TEST(blank_lines)
{
	check("\n\na\n\n  \t\nb\n\n", "3:[a]1\n6:[b]1\n");
	check("\r\n\r\na\r\n", "3:[a]1\n");
	check("\r\ra", "3:[a]1\n");
	check("  \n", "");
	check("\"\"\n", "1:[]1\n");
}
END_TEST

START_TEST(quotes)
{
	check("\"a\",\"b,c\"\n", "1:[a][b,c]2\n");
	check("\"a\"\"b\"\n", "1:[a\"b]1\n");
	check("\"\"\"\"\n", "1:[\"]1\n");
	check("\" a \" ,b\n", "1:[ a ][b]2\n");
	check("  \"a\"\n", "1:[a]1\n");
	check("\"a\"", "1:[a]1\n");
	check("x,\"a\nb\",c\nd\n", "1:[x][a\nb][c]3\n3:[d]1\n");
	check("\"a\r\n\r\nb\"\r\nd\r\n", "1:[a\r\n\r\nb]1\n4:[d]1\n");
	check("\"a\rb\",\"\r\"\rd", "1:[a\rb][\r]2\n4:[d]1\n");
	check("\"\n\n\n\"\n\n\"\n\"\nz", "1:[\n\n\n]1\n6:[\n]1\n8:[z]1\n");
}
END_TEST

START_TEST(byte_order_mark)
{
	check("\xef\xbb\xbf"
	      "a,b\n",
	      "1:[a][b]2\n");
	check("\xef\xbb\xbf\"a\"\n", "1:[a]1\n");
	check("\xef\xbb\xbf", "");
	check("\xef\xbb\xbf\n\n"
	      "a",
	      "3:[a]1\n");
	/* Only one, only whole, and only at the start. */
	check("\xef\xbb\xbf\xef\xbb\xbf"
	      "a",
	      "1:[\xef\xbb\xbf"
	      "a]1\n");
	check("\xef\xbb", "1:[\xef\xbb]1\n");
	check("a\n\xef\xbb\xbf"
	      "b",
	      "1:[a]1\n2:[\xef\xbb\xbf"
	      "b]1\n");
}
END_TEST

START_TEST(delimiters)
{
	check_delimited(';', "a;b,c\n", 6, "1:[a][b,c]2\n");
	check_delimited('\t', "a\tb c\t\t\n", 8, "1:[a][b c][][]4\n");
	check_delimited(' ', "a b  c\n", 7, "1:[a][b][][c]4\n");
	check_delimited((char)0xa7,
			"a\xa7"
			"b\n",
			4, "1:[a][b]2\n");
}
END_TEST

START_TEST(strict)
{
	refuse("a\nb\"c,d\ne\n", 2, inside, "1:[a]1\n");
	refuse("a \"b\"\n", 1, inside, "");
	refuse("a\n\"b\"c,d\n", 2, behind, "1:[a]1\n");
	refuse("\"a\" \"b\"\n", 1, behind, "");
	refuse("\n\"a\nb\nc\"d\n", 2, behind, "");
	refuse("x,\"5\" disk\",\"y\"\n", 1, behind, "1:[x]");
}
END_TEST

START_TEST(open_quotes)
{
	refuse("\"", 1, never_closed, "");
	refuse("a\nb,\"c\nd\ne\n", 2, never_closed, "1:[a]1\n2:[b]");
	refuse("\"a\"\"", 1, never_closed, "");
	refuse("\r\n\r\n\"a\r\n\r\n", 3, never_closed, "");
}
END_TEST

START_TEST(nul_bytes)
{
	refuse("\0", 1, nul_byte, "");
	refuse("a\nb\0c\nd", 2, nul_byte, "1:[a]1\n");
	refuse("a\rb\r\n\0", 3, nul_byte, "1:[a]1\n2:[b]1\n");
	/* Its own line, not that of the row. */
	refuse("a\n\"b\nc\0\"\n", 3, nul_byte, "1:[a]1\n");
	/* What comes first is told. */
	refuse("a\"\n\0", 1, inside, "");
	refuse("\xff\xfe"
	       "a\0,\0b\0",
	       1, nul_byte, "");
}
END_TEST

/* A text of one byte repeated, to be freed. */
static char *filled(size_t length, char byte)
{
	char *text = malloc(length + 1);

	ck_assert_ptr_nonnull(text);
	memset(text, byte, length);
	text[length] = '\0';
	return text;
}

static void check_long_field(const char *left, size_t length, char byte,
			     const char *right, bool allowed)
{
	struct transcript transcript = { 0 };
	char *field = filled(length, byte), *text;
	struct rows rows;
	struct error error;
	size_t all = strlen(left) + length + strlen(right);

	text = malloc(all + 1);
	ck_assert_ptr_nonnull(text);
	snprintf(text, all + 1, "%s%s%s", left, field, right);
	write_input(text, all);
	if (allowed) {
		ck_assert_int_eq(read_input(&rows, ',', &transcript, &error),
				 ROWS_DONE);
	} else {
		ck_assert_int_eq(read_input(&rows, ',', &transcript, &error),
				 ROWS_BAD);
		ck_assert_ptr_eq(strstr(error.text, long_field), error.text);
		ck_assert_uint_eq(rows.line, 2);
		/* Refused while it grows, not when all of it is here. */
		ck_assert_uint_le(rows.bytes, 5 * EDGE);
	}
	free(transcript.text);
	free(text);
	free(field);
}

START_TEST(long_fields)
{
	static const char *const ends[] = { "", "\n", ",b\n", "  ,b\n" };
	size_t limit = ROWS_FIELD_LIMIT, i;

	for (i = 0; i < 4; i++) {
		check_long_field("x\n", limit, 'y', ends[i], true);
		check_long_field("x\n", limit + 1, 'y', ends[i], false);
	}
	check_long_field("x\n\"", limit, 'y', "\"\n", true);
	check_long_field("x\n\"", limit, ' ', "\"  \nz", true);
	check_long_field("x\n\"", limit + 1, 'y', "\"\n", false);
	check_long_field("x\n\"", limit + 1, '\n', "\"\n", false);
	check_long_field("x\n\"", (size_t)16 * EDGE, 'y', "\"\n", false);
	check_long_field("x\n\"", (size_t)16 * EDGE, '\n', "", false);
	check_long_field("x\n", (size_t)16 * EDGE, 'y', "", false);
	/* Blanks around an unquoted field are none of it, within reason. */
	check_long_field("x\na", 3 * limit, ' ', ",b\n", true);
	check_long_field("x\n", (size_t)4 * EDGE, ' ', "b\n", true);
	check_long_field("x\na", (size_t)16 * EDGE, ' ', ",b\n", false);
}
END_TEST

START_TEST(endless_line)
{
	struct transcript transcript = { .skip = 1 };
	size_t length = (size_t)9 * EDGE;
	char *text = filled(length, '1');
	struct rows rows;
	struct error error;
	size_t i;

	for (i = 1; i < length; i += 2)
		text[i] = ',';
	text[0] = 'a';
	write_input(text, length);
	ck_assert_int_eq(read_input(&rows, ',', &transcript, &error),
			 ROWS_DONE);
	ck_assert_uint_eq(transcript.fields, length / 2 + 1);
	ck_assert_uint_eq(transcript.rows, 1);
	ck_assert_uint_eq(rows.line, 1);
	ck_assert_uint_eq(rows.bytes, length);
	free(transcript.text);
	free(text);
}
END_TEST

/* What must read alike wherever the reader's block ends in it. */
static const char sample[] = "a,b\r\n"
			     "\"c \"\"d\"\"\",\"e\r\nf\n\rg\" ,h\r\n"
			     "\r\n"
			     "  i , \"\" \n"
			     "j\rk,\"\"\"\"\r\n"
			     "\n\r\r\n"
			     "l,\xc3\xa4,\n"
			     "m";
static const char *const sample_fields[] = {
	"[a][b]2\n",  "[c \"d\"][e\r\nf\n\rg][h]3\n", "[i][]2\n", "[j]1\n",
	"[k][\"]2\n", "[l][\xc3\xa4][]3\n",	      "[m]1\n",
};
static const size_t sample_lines[] = { 1, 2, 7, 8, 9, 13, 14 };

static void check_sample(const struct transcript *transcript, size_t before)
{
	char want[512];
	size_t i, used = 0;

	for (i = 0; i < sizeof(sample_lines) / sizeof(*sample_lines); i++)
		used += (size_t)snprintf(want + used, sizeof(want) - used,
					 "%zu:%s", sample_lines[i] + before,
					 sample_fields[i]);
	ck_assert_str_eq(transcript->text, want);
}

/*
 * Lines of about 1 KiB, `start` bytes of them, and the sample behind.  Returns
 * how many lines; *length gets the length of all.
 */
static size_t write_shifted(const char *mark, const char *line_end,
			    size_t start, size_t *length)
{
	const size_t width = 1024, samples = sizeof(sample) - 1;
	size_t at, ends = strlen(line_end), lines = 1;
	char *text = filled(start + samples, 'x');

	memcpy(text, mark, strlen(mark));
	for (at = width; at < start - width; at += width) {
		memcpy(text + at, line_end, ends);
		lines++;
	}
	memcpy(text + start - ends, line_end, ends);
	memcpy(text + start, sample, samples);
	*length = start + samples;
	write_input(text, *length);
	free(text);
	return lines;
}

START_TEST(block_edges)
{
	static const struct {
		const char *mark, *line_end;
	} filling[] = {
		{ "", "\n" },
		{ "\xef\xbb\xbf", "\n" },
		{ "", "\r\n" },
	};
	struct rows rows;
	struct error error;
	size_t i, length;

	/* Byte i of the sample is the first behind the edge. */
	for (i = 0; i < sizeof(sample); i++) {
		struct transcript transcript = { 0 };

		transcript.skip = write_shifted(filling[_i].mark,
						filling[_i].line_end, EDGE - i,
						&length);
		ck_assert_int_eq(read_input(&rows, ',', &transcript, &error),
				 ROWS_DONE);
		ck_assert_uint_eq(rows.bytes, length);
		check_sample(&transcript, transcript.skip);
		free(transcript.text);
	}
}
END_TEST

static enum rows_status read_in_blocks(size_t block, bool all_parsed,
				       struct transcript *transcript,
				       struct rows *rows, struct error *error)
{
	*rows = (struct rows){
		.file = path,
		.delimiter = ',',
		.field = on_field,
		.end = on_end,
		.context = transcript,
		.all_parsed = all_parsed,
		.block = block,
	};
	*error = (struct error){ 0 };
	put(transcript, "", 0);
	return rows_read(rows, error);
}

/* Texts that have everything CSV knows of, with libcsv and past it. */
START_TEST(past_libcsv)
{
	static const char bytes[] = "ab,,\n\n\r \t\"";
	unsigned seed = 1 + (unsigned)_i;
	char text[40];

	for (size_t round = 0; round < 3000; round++) {
		struct transcript judge = { 0 }, split = { 0 };
		struct error error[2];
		struct rows rows[2];
		enum rows_status wanted;
		size_t length = (size_t)rand_r(&seed) % sizeof(text);
		size_t block = 4 + (size_t)rand_r(&seed) % sizeof(text);
		/* The last is a quote, which one text in two does without. */
		size_t kinds = sizeof(bytes) - 1 - round % 2;

		for (size_t i = 0; i < length; i++)
			text[i] = bytes[(size_t)rand_r(&seed) % kinds];
		write_input(text, length);
		wanted = read_in_blocks(block, true, &judge, &rows[0],
					&error[0]);
		ck_assert_int_eq(read_in_blocks(block, false, &split, &rows[1],
						&error[1]),
				 wanted);
		ck_assert_str_eq(split.text, judge.text);
		ck_assert_str_eq(error[1].text, error[0].text);
		ck_assert_uint_eq(rows[1].line, rows[0].line);
		free(judge.text);
		free(split.text);
	}
}
END_TEST

/* Writes byte by byte, each only when the last has been taken. */
static void trickle(const char *text, size_t length)
{
	int pipe = open(path, O_WRONLY), waiting;
	size_t i;

	for (i = 0; i < length; i++) {
		if (write(pipe, text + i, 1) != 1)
			_exit(1);
		do
			if (ioctl(pipe, FIONREAD, &waiting))
				_exit(1);
		while (waiting);
	}
	_exit(0);
}

/* A pipe that nobody writes to would be waited for without an end. */
START_TEST(pipe_unasked)
{
	struct rows rows = { .file = path, .delimiter = ',' };
	struct error error = { 0 };

	ck_assert_int_eq(mkfifo(path, 0600), 0);
	ck_assert_int_eq(rows_read(&rows, &error), ROWS_BAD);
	ck_assert_str_eq(error.text, "no regular file");
	ck_assert_uint_eq(rows.line, 0);
}
END_TEST

START_TEST(pipe_byte_by_byte)
{
	static const char mark[] = "\xef\xbb\xbf";
	char text[sizeof(sample) + sizeof(mark)];
	struct transcript transcript = { 0 };
	struct rows rows;
	struct error error;
	pid_t child;
	int status;

	snprintf(text, sizeof(text), "%s%s", mark, sample);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (!child)
		trickle(text, strlen(text));
	ck_assert_int_eq(read_input(&rows, ',', &transcript, &error),
			 ROWS_DONE);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert_uint_eq(rows.bytes, strlen(text));
	check_sample(&transcript, 0);
	free(transcript.text);
}
END_TEST

static void check_stop(size_t field, size_t row, size_t line, const char *want)
{
	static const char text[] = "a,b\n\n\"c\n\",d,e\nf";
	struct transcript transcript = { .stop_field = field, .stop_row = row };
	struct rows rows;
	struct error error;

	write_input(text, sizeof(text) - 1);
	ck_assert_int_eq(read_input(&rows, ',', &transcript, &error),
			 ROWS_STOPPED);
	ck_assert_int_eq(error.fault, FAULT_NONE);
	ck_assert_str_eq(transcript.text, want);
	ck_assert_uint_eq(rows.line, line);
	free(transcript.text);
}

START_TEST(stopped)
{
	check_stop(1, 0, 1, "1:[a]");
	check_stop(2, 0, 1, "1:[a][b]");
	check_stop(0, 1, 1, "1:[a][b]2\n");
	check_stop(3, 0, 3, "1:[a][b]2\n3:[c\n]");
	check_stop(4, 0, 3, "1:[a][b]2\n3:[c\n][d]");
	check_stop(6, 0, 5, "1:[a][b]2\n3:[c\n][d][e]3\n5:[f]");
	check_stop(0, 3, 5, "1:[a][b]2\n3:[c\n][d][e]3\n5:[f]1\n");
}
END_TEST

/* A stop stands, even where the same line is no CSV further on. */
START_TEST(stopped_before_a_fault)
{
	static const char text[] = "a,b\"c\n";
	struct transcript transcript = { .stop_field = 1 };
	struct rows rows;
	struct error error;

	write_input(text, sizeof(text) - 1);
	ck_assert_int_eq(read_input(&rows, ',', &transcript, &error),
			 ROWS_STOPPED);
	ck_assert_int_eq(error.fault, FAULT_NONE);
	free(transcript.text);
}
END_TEST

START_TEST(unreadable)
{
	struct transcript transcript = { 0 };
	struct rows rows;
	struct error error;
	char want[160];

	ck_assert_int_eq(read_input(&rows, ',', &transcript, &error),
			 ROWS_TROUBLE);
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	snprintf(want, sizeof(want), "%s: No such file or directory", path);
	ck_assert_str_eq(error.text, want);

	ck_assert_int_eq(mkdir(path, 0700), 0);
	ck_assert_int_eq(read_input(&rows, ',', &transcript, &error),
			 ROWS_TROUBLE);
	snprintf(want, sizeof(want), "%s: Is a directory", path);
	ck_assert_str_eq(error.text, want);
	ck_assert_int_eq(rmdir(path), 0);
	ck_assert_str_eq(transcript.text, "");
	free(transcript.text);
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("rows");
	TCase *tcase = tcase_create("rows");

	tcase_add_checked_fixture(tcase, set_up, tear_down);
	tcase_add_test(tcase, plain);
	tcase_add_test(tcase, line_ends);
	tcase_add_test(tcase, blank_lines);
	tcase_add_test(tcase, quotes);
	tcase_add_test(tcase, byte_order_mark);
	tcase_add_test(tcase, delimiters);
	tcase_add_test(tcase, strict);
	tcase_add_test(tcase, open_quotes);
	tcase_add_test(tcase, nul_bytes);
	tcase_add_test(tcase, long_fields);
	tcase_add_test(tcase, endless_line);
	tcase_add_loop_test(tcase, block_edges, 0, 3);
	tcase_add_loop_test(tcase, past_libcsv, 0, 4);
	tcase_add_test(tcase, pipe_unasked);
	tcase_add_test(tcase, pipe_byte_by_byte);
	tcase_add_test(tcase, stopped);
	tcase_add_test(tcase, stopped_before_a_fault);
	tcase_add_test(tcase, unreadable);
	tcase_set_timeout(tcase, 300);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return unit_main(suite());
}
