/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/mail_header.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "io/text.h"

enum {
	LINE = 76,	    /* columns, as RFC 2047 has it for encoded words */
	ENCODED_WORD = 75,  /* characters of one, its signs included */
	ENCODED_SIGNS = 12, /* =?UTF-8?Q??= */
	ENCODED_LEAST = 30, /* what is shorter goes to the next line */
	WORD = 900,	    /* longer ones do not fit a line of 998 bytes */
	ID_LENGTH = 250,
	ADDRESS_LENGTH = 500, /* of all that an option says */
	MAILBOX_LENGTH = 254,
	LOCAL_LENGTH = 64,
};

struct fold {
	FILE *stream;
	size_t column;
	bool begun; /* there is a word behind the name */
};

static void begin(struct fold *fold, FILE *stream, const char *name)
{
	fprintf(stream, "%s:", name);
	*fold = (struct fold){ .stream = stream, .column = strlen(name) + 1 };
}

/* A word, with the blank in front of it; on a new line where it is too long. */
static void put_word(struct fold *fold, const char *word, size_t length)
{
	if (fold->begun && fold->column + 1 + length > LINE) {
		putc('\n', fold->stream);
		fold->column = 0;
	}
	putc(' ', fold->stream);
	fwrite(word, 1, length, fold->stream);
	fold->column += 1 + length;
	fold->begun = true;
}

/* What stands for itself in an encoded word, also in that of a name. */
static bool is_plain(unsigned char byte)
{
	return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
	       (byte >= 'a' && byte <= 'z') ||
	       (byte && strchr("!*+-/", byte) != NULL);
}

static size_t quoted_length(const char *text, size_t length)
{
	size_t total = 0;

	for (size_t i = 0; i < length; i++)
		total += text[i] == ' ' || is_plain((unsigned char)text[i]) ?
				 1 :
				 3;
	return total;
}

static size_t base64_length(size_t length)
{
	return (length + 2) / 3 * 4;
}

/* Encoding Q: a blank is "_", what is not plain "=" and two digits. */
static char *put_quoted(char *to, const char *text, size_t length)
{
	static const char digits[] = "0123456789ABCDEF";

	for (size_t i = 0; i < length; i++) {
		unsigned char byte = (unsigned char)text[i];

		if (byte == ' ') {
			*to++ = '_';
		} else if (is_plain(byte)) {
			*to++ = (char)byte;
		} else {
			*to++ = '=';
			*to++ = digits[byte >> 4];
			*to++ = digits[byte & 15];
		}
	}
	return to;
}

static char *put_base64(char *to, const char *text, size_t length)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmno"
				     "pqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < length; i += 3) {
		unsigned long bits = 0;

		for (size_t k = 0; k < 3; k++) {
			bits <<= 8;
			if (i + k < length)
				bits |= (unsigned char)text[i + k];
		}
		for (size_t k = 0; k < 4; k++)
			*to++ = i + k > length ?
					'=' :
					digits[bits >> (18 - 6 * k) & 63];
	}
	return to;
}

/* Bytes of as many whole characters as fit into `room` encoded ones. */
static size_t fitting(const char *text, size_t length, bool quoted, size_t room)
{
	size_t taken = 0;

	while (taken < length) {
		unsigned code;
		size_t next = taken + text_code_point(text + taken, &code);

		if ((quoted ? quoted_length(text, next) : base64_length(next)) >
		    room)
			break;
		taken = next;
	}
	return taken;
}

/* A stretch of valid UTF-8 as encoded words; decoders join them. */
static void put_encoded(struct fold *fold, const char *text, size_t length)
{
	bool quoted = quoted_length(text, length) <= base64_length(length);

	while (length) {
		char word[ENCODED_WORD + 1], *end;
		size_t room = ENCODED_WORD, taken;

		if (fold->column + 1 + ENCODED_LEAST <= LINE &&
		    fold->column + 1 + ENCODED_WORD > LINE)
			room = LINE - 1 - fold->column;
		taken = fitting(text, length, quoted, room - ENCODED_SIGNS);
		memcpy(word, quoted ? "=?UTF-8?Q?" : "=?UTF-8?B?", 10);
		end = quoted ? put_quoted(word + 10, text, taken) :
			       put_base64(word + 10, text, taken);
		memcpy(end, "?=", 2);
		put_word(fold, word, (size_t)(end + 2 - word));
		text += taken;
		length -= taken;
	}
}

/* Whether a word of ASCII and UTF-8 must be encoded. */
static bool must_encode(const char *word, size_t length)
{
	if (length > WORD)
		return true;
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)word[i] >= 0x80 ||
		    (word[i] == '=' && i + 1 < length && word[i + 1] == '?'))
			return true;
	return false;
}

/* Harmless UTF-8 without blanks that nobody sees; to be freed. */
static char *clean(const char *text)
{
	size_t room = 4 * strlen(text) + 8, used = 0;
	char *copy = malloc(room);

	if (!copy)
		return NULL;
	text_fit(text, SIZE_MAX, copy, room);
	for (const char *from = copy; *from; from++)
		if (*from != ' ' || (used && copy[used - 1] != ' '))
			copy[used++] = *from;
	while (used && copy[used - 1] == ' ')
		used--;
	copy[used] = '\0';
	return copy;
}

/* Words that are encoded are so together with the blanks between them. */
static void put_words(struct fold *fold, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, " ");
		bool encoded = must_encode(text, length);
		const char *next = text + length;

		while (encoded && *next) {
			size_t more = strcspn(next + 1, " ");

			if (!must_encode(next + 1, more))
				break;
			next += 1 + more;
		}
		if (encoded)
			put_encoded(fold, text, (size_t)(next - text));
		else
			put_word(fold, text, length);
		text = next + (*next == ' ');
	}
}

bool mail_header_text(FILE *stream, const char *name, const char *text)
{
	char *copy = clean(text);
	struct fold fold;

	if (!copy)
		return false;
	begin(&fold, stream, name);
	put_words(&fold, copy);
	putc('\n', stream);
	free(copy);
	return true;
}

static bool is_letter_or_digit(char byte)
{
	return is_plain((unsigned char)byte) && !strchr("!*+-/", byte);
}

/* Words of signs that need no quoting, with dots between them. */
static bool is_dotted(const char *text, size_t length, const char *signs)
{
	bool word = false;

	for (size_t i = 0; i < length; i++) {
		if (text[i] == '.' && !word)
			return false;
		word = text[i] != '.';
		if (word && !is_letter_or_digit(text[i]) &&
		    (!text[i] || !strchr(signs, text[i])))
			return false;
	}
	return word;
}

static bool is_mailbox(const char *text, size_t length)
{
	const char *at = memchr(text, '@', length);
	size_t local = at ? (size_t)(at - text) : 0;

	return at && length <= MAILBOX_LENGTH && local <= LOCAL_LENGTH &&
	       is_dotted(text, local, "!#$%&'*+-/=?^_`{|}~") &&
	       is_dotted(at + 1, length - local - 1, "-") && at[1] != '-';
}

/* An address taken apart. */
struct address {
	const char *name; /* [name_length] without quotes around it */
	size_t name_length;
	bool quoted;
	const char *mailbox; /* [mailbox_length] */
	size_t mailbox_length;
};

static void trim(const char **text, size_t *length)
{
	while (*length && **text == ' ') {
		(*text)++;
		(*length)--;
	}
	while (*length && (*text)[*length - 1] == ' ')
		(*length)--;
}

static struct address take_apart(const char *text)
{
	struct address address = { .mailbox = text,
				   .mailbox_length = strlen(text) };
	const char *open = strrchr(text, '<');

	if (!open) {
		trim(&address.mailbox, &address.mailbox_length);
		return address;
	}
	address.name = text;
	address.name_length = (size_t)(open - text);
	trim(&address.name, &address.name_length);
	address.mailbox = open + 1;
	address.mailbox_length = strlen(open + 1);
	trim(&address.mailbox, &address.mailbox_length);
	/* Without its bracket at the end it is no mailbox. */
	if (address.mailbox_length &&
	    address.mailbox[address.mailbox_length - 1] == '>')
		address.mailbox_length--;
	else
		address.mailbox_length = 0;
	address.quoted = address.name_length > 1 && *address.name == '"' &&
			 address.name[address.name_length - 1] == '"';
	address.name += address.quoted;
	address.name_length -= 2 * address.quoted;
	return address;
}

static bool is_name(const struct address *address)
{
	for (size_t i = 0; i < address->name_length;) {
		unsigned code;
		size_t length = text_code_point(address->name + i, &code);

		if (!length || text_is_unsafe(code))
			return false;
		if (code == '"' || code == '\\')
			return false;
		if (!address->quoted && code < 0x80 &&
		    strchr("()<>[]:;@,", (int)code))
			return false;
		i += length;
	}
	return true;
}

bool mail_address_is_sane(const char *text)
{
	struct address address = take_apart(text);

	return strlen(text) <= ADDRESS_LENGTH && is_name(&address) &&
	       is_mailbox(address.mailbox, address.mailbox_length);
}

static bool is_ascii(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)text[i] >= 0x80)
			return false;
	return true;
}

/* Whether a name of ASCII must stand in quotes. */
static bool must_quote(const char *name, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (name[i] != ' ' && !is_letter_or_digit(name[i]) &&
		    !strchr("!#$%&'*+-/=?^_`{|}~", name[i]))
			return true;
	return false;
}

static void put_address(struct fold *fold, const char *text, bool last)
{
	struct address address = take_apart(text);
	char word[ADDRESS_LENGTH + 8];
	int length;

	if (!is_ascii(address.name, address.name_length) ||
	    must_encode(address.name, address.name_length)) {
		put_encoded(fold, address.name, address.name_length);
	} else if (address.name_length) {
		bool quotes = must_quote(address.name, address.name_length);

		length = snprintf(word, sizeof(word), "%s%.*s%s",
				  quotes ? "\"" : "", (int)address.name_length,
				  address.name, quotes ? "\"" : "");
		put_word(fold, word, (size_t)length);
	}
	length = snprintf(word, sizeof(word), "%s%.*s%s%s",
			  address.name_length ? "<" : "",
			  (int)address.mailbox_length, address.mailbox,
			  address.name_length ? ">" : "", last ? "" : ",");
	put_word(fold, word, (size_t)length);
}

void mail_header_addresses(FILE *stream, const char *name,
			   const char *const *address, size_t addresses)
{
	struct fold fold;

	if (!addresses)
		return;
	begin(&fold, stream, name);
	for (size_t i = 0; i < addresses; i++)
		put_address(&fold, address[i], i + 1 == addresses);
	putc('\n', stream);
}

/* Visible ASCII without brackets, and one "@" within it. */
static bool is_id(const char *text, size_t length)
{
	const char *at = memchr(text, '@', length);

	if (!at || at == text || at == text + length - 1 || length > ID_LENGTH)
		return false;
	for (size_t i = 0; i < length; i++)
		if (text[i] <= ' ' || text[i] >= 0x7f ||
		    strchr("<>()[]\\,;:\"", text[i]) ||
		    (text[i] == '@' && &text[i] != at))
			return false;
	return true;
}

bool mail_header_id(FILE *stream, const char *name, const char *id)
{
	size_t length = strlen(id);

	trim(&id, &length);
	if (length > 1 && id[0] == '<' && id[length - 1] == '>') {
		id++;
		length -= 2;
	}
	if (!is_id(id, length))
		return false;
	fprintf(stream, "%s: <%.*s>\n", name, (int)length, id);
	return true;
}

void mail_date(int64_t seconds, char text[MAIL_DATE_ROOM])
{
	static const char *const days[] = { "Sun", "Mon", "Tue", "Wed",
					    "Thu", "Fri", "Sat" };
	static const char *const months[] = { "Jan", "Feb", "Mar", "Apr",
					      "May", "Jun", "Jul", "Aug",
					      "Sep", "Oct", "Nov", "Dec" };
	time_t when = (time_t)seconds;
	struct tm date = { 0 };

	gmtime_r(&when, &date);
	snprintf(text, MAIL_DATE_ROOM, "%s, %d %s %d %02d:%02d:%02d +0000",
		 days[date.tm_wday % 7], date.tm_mday, months[date.tm_mon % 12],
		 date.tm_year + 1900, date.tm_hour, date.tm_min, date.tm_sec);
}
