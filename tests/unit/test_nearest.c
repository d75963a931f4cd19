/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/nearest.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "io/number.h"
#include "tests/unit/unit.h"

/*
 * The C library's strtod(), which rounds correctly, is the judge of ten million
 * texts, a shape each test.  PERFSIFT_NUMBERS=N makes them N.
 */

enum { SHAPES = 10, TEXT_ROOM = 1200 };

static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static double from_bits(uint64_t bits)
{
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

static bool same(double a, double b)
{
	return memcmp(&a, &b, sizeof(a)) == 0;
}

static void check(const char *text)
{
	double want = strtod(text, NULL);
	size_t length = strlen(text);
	/* No byte behind the text is for us. */
	char copy[TEXT_ROOM];
	struct number number;
	enum number_kind kind;

	memcpy(copy, text, length);
	copy[length] = '7';
	kind = number_parse(copy, length, 0, &number);
	if (isinf(want))
		ck_assert_msg(kind == NUMBER_BAD, "%s is read", text);
	else
		ck_assert_msg(kind == NUMBER_VALID && same(number.value, want),
			      "%s reads as %a, not %a", text, number.value,
			      want);
}

/* Any finite double. */
static double any_double(uint64_t *state)
{
	double value;

	do
		value = from_bits(next_random(state));
	while (!isfinite(value));
	return value;
}

/* Of the size of what is measured. */
static double usual_double(uint64_t *state)
{
	return ldexp((double)(next_random(state) >> 11),
		     (int)(next_random(state) % 100) - 80);
}

/* Digits and a point somewhere, zeros in front and behind, an exponent. */
static void make_decimal(char *text, uint64_t *state, size_t most)
{
	size_t digits = 1 + (size_t)(next_random(state) % most);
	size_t point = (size_t)(next_random(state) % (2 * digits));
	size_t zeros = (size_t)(next_random(state) % 5) *
		       (next_random(state) % 3 == 0);

	while (zeros--)
		*text++ = '0';
	for (size_t i = 0; i < digits; i++) {
		if (i == point)
			*text++ = '.';
		*text++ = (char)('0' + next_random(state) % 10);
	}
	*text = '\0';
	if (next_random(state) % 2)
		snprintf(text, 16, "e%d", (int)(next_random(state) % 60) - 30);
}

/*
 * The middle of a double and the one above it, exactly, or a unit of its last
 * digit beside it: 2^54 and less have few digits, and a power of two shifts
 * them.
 */
static void make_middle(char *text, uint64_t *state)
{
	uint64_t middle = (next_random(state) >> 11) | (uint64_t)1 << 52;
	int shift = (int)(next_random(state) % 12);
	int off = (int)(next_random(state) % 3) - 1;

	middle = middle << 1 | 1;
	if (next_random(state) % 2) {
		/* A whole number. */
		middle <<= shift % 10;
		snprintf(text, TEXT_ROOM, "%" PRIu64, (middle + (uint64_t)off));
	} else {
		/* With a half as its fraction, or nearly. */
		snprintf(text, TEXT_ROOM, "%" PRIu64 ".%s", (middle >> 1),
			 off < 0 ? "49999999999999999999" :
			 off > 0 ? "50000000000000000001" :
				   "5");
	}
}

static void make_text(size_t shape, char *text, uint64_t *state)
{
	switch (shape) {
	case 0:
		snprintf(text, TEXT_ROOM, "%.17g", any_double(state));
		break;
	case 1:
		snprintf(text, TEXT_ROOM, "%.17g", usual_double(state));
		break;
	case 2:
		snprintf(text, TEXT_ROOM, "%.16g", usual_double(state));
		break;
	case 3:
		snprintf(text, TEXT_ROOM, "%.6f",
			 (double)(next_random(state) >> 20) / 1e6);
		break;
	case 4:
		snprintf(text, TEXT_ROOM, "%" PRIu64,
			 (next_random(state) >> next_random(state) % 64));
		break;
	case 5:
		make_decimal(text, state, 19);
		break;
	case 6:
		make_decimal(text, state, 40);
		break;
	case 7:
		make_middle(text, state);
		break;
	case 8:
		/* Subnormal, and near the ends of the range. */
		snprintf(text, TEXT_ROOM, "%.*e", 1 + (int)(*state % 19),
			 from_bits(next_random(state) >>
				   (11 + next_random(state) % 40)));
		break;
	default:
		snprintf(text, TEXT_ROOM, "%" PRIu64 "e%d",
			 (next_random(state) >> 1),
			 (int)(next_random(state) % 700) - 350);
		break;
	}
}

START_TEST(as_the_c_library)
{
	const char *asked = getenv("PERFSIFT_NUMBERS");
	unsigned long count = asked ? strtoul(asked, NULL, 10) : 10000000;
	uint64_t state = 1 + (uint64_t)_i;
	char text[TEXT_ROOM];

	for (unsigned long i = 0; i < count / SHAPES; i++) {
		make_text((size_t)_i, text, &state);
		check(text);
	}
}
END_TEST

/*
 * Known to be hard: of Clinger, Gay, Paxson, of David Hough's and Rick Regan's
 * collections of what libraries got wrong.
 */
START_TEST(hard_ones)
{
	static const char *const hard[] = {
		"2.2250738585072011e-308",
		"2.2250738585072012e-308",
		"2.2250738585072014e-308",
		"1.7976931348623157e308",
		"1.7976931348623158e308",
		"1.7976931348623159e308",
		"4.9406564584124654e-324",
		"2.4703282292062327e-324",
		"2.4703282292062328e-324",
		"6631236846766476e-316",
		"3.237883913302901e-319",
		"6.9294956446009195e15",
		"9007199254740993",
		"9214843084008499",
		"7.2057594037927933e16",
		"0.500000000000000166533453693773481063544750213623046875",
		"3.518437208883201171875e13",
		"62.5364939768271845828",
		"8.10109172351e-10",
		"1.50000000000000011102230246251565",
		"1448997445238699",
		"5.92270938144955e-322",
		"1.00000000000000011102230246251565404236316680908203124",
		"1.00000000000000011102230246251565404236316680908203125",
		"1.00000000000000011102230246251565404236316680908203126",
		"123456789012345678901234567890",
		"9355950000000000000.00000000000000000000000000000000184",
		"1.3694713649464322631e-11",
		"0.000000000000000000000000000000000000000000012345678901234567",
		"8.5e-45",
		"1e23",
		"5e-20",
		"67e14",
		"985e15",
		"7693e-42",
		"55895e-16",
		"996622e-44",
		"7038531e-32",
		"60419369e-46",
		"702990899e-20",
		"6930161142e-48",
		"25933168707e-13",
		"436528350e14",
		"18446744073709551615e-10",
		"9223372036854775808e22",
		"1e-342",
		"9999999999999999999e-343",
		"1e308",
		"1e309",
		"17976931348623157081e289",
		"17976931348623158079e289",
	};

	for (size_t i = 0; i < sizeof(hard) / sizeof(*hard); i++)
		check(hard[i]);
}
END_TEST

START_TEST(undecided)
{
	double value = 0;

	ck_assert(!nearest_double(0, 0, &value));
	ck_assert(!nearest_double(1, -343, &value));
	ck_assert(!nearest_double(1, 309, &value));
	ck_assert(!nearest_double(1, -320, &value));
	ck_assert(!nearest_double(UINT64_MAX, 308, &value));
	ck_assert(nearest_double(UINT64_MAX, 0, &value));
	ck_assert(same(value, 0x1p64));
	ck_assert(nearest_double(1, 308, &value));
	ck_assert(same(value, 1e308));
}
END_TEST

/* strtod() is for the rest: of what programs print hardly any. */
START_TEST(hardly_any_is_undecided)
{
	uint64_t state = 5;
	size_t left = 0;
	double value;

	for (size_t i = 0; i < 100000; i++) {
		uint64_t mantissa = next_random(&state) >> 7;

		left += !nearest_double(mantissa, (int)(i % 400) - 200, &value);
	}
	ck_assert_uint_le(left, 1);
}
END_TEST

START_TEST(products)
{
	uint64_t state = 3;

	ck_assert_uint_eq(product_by_halves(UINT64_MAX, UINT64_MAX).high,
			  UINT64_MAX - 1);
	ck_assert_uint_eq(product_by_halves(UINT64_MAX, UINT64_MAX).low, 1);
#ifdef __SIZEOF_INT128__
	for (size_t i = 0; i < 1000000; i++) {
		uint64_t a = next_random(&state), b = next_random(&state);
		__extension__ unsigned __int128 all = (unsigned __int128)a * b;
		struct product product = product_by_halves(a, b);

		ck_assert(product.high == (uint64_t)(all >> 64) &&
			  product.low == (uint64_t)all);
	}
#endif
	(void)state;
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("nearest");
	TCase *tcase = tcase_create("nearest");

	tcase_add_loop_test(tcase, as_the_c_library, 0, SHAPES);
	tcase_add_test(tcase, hard_ones);
	tcase_add_test(tcase, undecided);
	tcase_add_test(tcase, hardly_any_is_undecided);
	tcase_add_test(tcase, products);
	tcase_set_timeout(tcase, 300);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return unit_main(suite());
}
