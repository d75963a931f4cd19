/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/nearest.h"

#include <pthread.h>
#include <string.h>

enum {
	LEAST = -342, /* below it even 2^64 * 10^exponent is zero */
	MOST = 308,   /* above it even 1 * 10^exponent is infinite */
	/* Of these the 128 bits are all there is, or the last one is rounded
	   up, and a product can be told to be in the middle of two doubles. */
	EXACT_LEAST = -27,
	MIDDLE_LEAST = -4,
	MIDDLE_MOST = 23,
	EXACT_MOST = 55,
	FRACTION_BITS = 52,
	EXPONENT_BIAS = 1023,
	EXPONENT_END = 2047,
	/* The product's bits that decide: a hidden one, the fraction's, one to
	   round by, and one since it may begin with a zero. */
	DECIDING = FRACTION_BITS + 3,
	LIMB = 32,
	LIMBS = 56, /* 2^1760 is divided by 5^342, and 128 bits are left */
};

/* 5^exponent, the first 128 bits from its first one on. */
static struct product power[MOST - LEAST + 1];

/* A large number, the low limbs first. */
struct large {
	uint32_t limb[LIMBS];
};

static void multiply_by_5(struct large *large)
{
	uint64_t carry = 0;

	for (size_t i = 0; i < LIMBS; i++) {
		carry += (uint64_t)5 * large->limb[i];
		large->limb[i] = (uint32_t)carry;
		carry >>= LIMB;
	}
}

static void divide_by_5(struct large *large)
{
	uint64_t rest = 0;

	for (size_t i = LIMBS; i-- > 0;) {
		rest = rest << LIMB | large->limb[i];
		large->limb[i] = (uint32_t)(rest / 5);
		rest %= 5;
	}
}

/* 64 bits of a number whose first one is in limb `top`, below `skip` others. */
static uint64_t bits_of(const struct large *large, size_t top, unsigned zeros,
			size_t skip)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < 64; i++) {
		size_t at = zeros + skip + i;
		size_t down = at / LIMB;
		uint32_t limb = down <= top ? large->limb[top - down] : 0;

		bits = bits << 1 | (limb >> (LIMB - 1 - at % LIMB) & 1);
	}
	return bits;
}

static struct product first_bits(const struct large *large)
{
	size_t top = LIMBS - 1;
	unsigned zeros = 0;

	while (!large->limb[top])
		top--;
	while (!(large->limb[top] >> (LIMB - 1 - zeros)))
		zeros++;
	return (struct product){ .high = bits_of(large, top, zeros, 0),
				 .low = bits_of(large, top, zeros, 64) };
}

static void make_powers(void)
{
	struct large up = { { 1 } }, down = { { 0 } };

	for (int e = 0; e <= MOST; e++) {
		power[e - LEAST] = first_bits(&up);
		multiply_by_5(&up);
	}
	down.limb[LIMBS - 1] = (uint32_t)1 << (LIMB - 1);
	for (int e = -1; e >= LEAST; e--) {
		struct product *bits = &power[e - LEAST];

		divide_by_5(&down);
		*bits = first_bits(&down);
		if (e >= EXACT_LEAST && !++bits->low)
			bits->high++;
	}
}

struct product product_by_halves(uint64_t a, uint64_t b)
{
	uint64_t a_low = (uint32_t)a, a_high = a >> 32;
	uint64_t b_low = (uint32_t)b, b_high = b >> 32;
	uint64_t low = a_low * b_low;
	uint64_t one = a_high * b_low + (low >> 32);
	uint64_t other = a_low * b_high + (uint32_t)one;

	return (struct product){
		.high = a_high * b_high + (one >> 32) + (other >> 32),
		.low = other << 32 | (uint32_t)low,
	};
}

static inline struct product product_of(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	__extension__ unsigned __int128 all = (unsigned __int128)a * b;

	return (struct product){ (uint64_t)(all >> 64), (uint64_t)all };
#else
	return product_by_halves(a, b);
#endif
}

/* The power of two of 10^exponent and 2^63: the logarithm in 16 bits. */
static int binary_exponent(int64_t exponent)
{
	/* log2(10) = 217706 / 65536, near enough for all exponents here. */
	int64_t scaled = 217706 * exponent;

	return (int)(scaled >= 0 ? scaled / 65536 :
				   -((-scaled + 65535) / 65536)) +
	       63;
}

/* First bits of the product of a mantissa, which begins with a one. */
static struct product multiply(uint64_t mantissa, int64_t exponent)
{
	const uint64_t rest = UINT64_MAX >> DECIDING;
	struct product five = power[exponent - LEAST];
	struct product product = product_of(mantissa, five.high);

	/* Only then can what is below reach the bits that decide. */
	if ((product.high & rest) == rest) {
		uint64_t more = product_of(mantissa, five.low).high;

		product.low += more;
		product.high += product.low < more;
	}
	return product;
}

static double from_bits(uint64_t fraction, int exponent)
{
	uint64_t bits = (uint64_t)exponent << FRACTION_BITS | fraction;
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

bool nearest_double(uint64_t mantissa, int64_t exponent, double *value)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct product product;
	int zeros, shift, binary;
	uint64_t bits;

	if (!mantissa || exponent < LEAST || exponent > MOST)
		return false;
	pthread_once(&once, make_powers);
	zeros = __builtin_clzll(mantissa);
	product = multiply(mantissa << zeros, exponent);
	if (product.low == UINT64_MAX &&
	    (exponent < EXACT_LEAST || exponent > EXACT_MOST))
		return false;
	shift = 64 - DECIDING + (int)(product.high >> 63);
	bits = product.high >> shift;
	binary = binary_exponent(exponent) + (int)(product.high >> 63) - zeros +
		 EXPONENT_BIAS;
	if (binary <= 0)
		return false;
	/* In the middle of two, the even one is below. */
	if (product.low <= 1 && exponent >= MIDDLE_LEAST &&
	    exponent <= MIDDLE_MOST && (bits & 3) == 1 &&
	    bits << shift == product.high)
		bits--;
	bits = (bits + (bits & 1)) >> 1;
	if (bits >> (FRACTION_BITS + 1)) {
		bits >>= 1;
		binary++;
	}
	if (binary >= EXPONENT_END)
		return false;
	*value = from_bits(bits & ~((uint64_t)1 << FRACTION_BITS), binary);
	return true;
}
