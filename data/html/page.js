/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sorts and filters the findings.  All that it needs stands in the cells; the
 * page is complete without it.
 */
(function () {
	'use strict';
	const CHUNK = 100; /* rows of a body, as the page has them */
	const PREFIX = { k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 };
	const NUMBER = /[-+]?(?:inf|\d+(?:\.\d+)?(?:e[-+]?\d+)?)/;
	const form = document.getElementById('filter');

	/* The number at the start of a text, NaN for none. */
	function number(text) {
		const found = NUMBER.exec(text);

		if (!found)
			return NaN;
		if (found[0].includes('inf'))
			return found[0][0] === '-' ? -Infinity : Infinity;
		return found[0] * (PREFIX[text[found.index + found[0].length]] || 1);
	}

	/* An interval counts by its end nearest to zero. */
	function nearest(text) {
		const end = text.split(' .. ');
		const low = number(end[0]), high = number(end[1] || '');

		return low > 0 ? low : high < 0 ? high : low <= high ? 0 : NaN;
	}

	const KEYS = { n: number, i: nearest, t: (text) => text.toLowerCase() };

	function cell(row, column) {
		return row.children[column].textContent;
	}

	/* A share of failures is a number, too. */
	function key(kind, text) {
		const share = /^(\d+)\/(\d+)$/.exec(text);

		return share ? share[1] / share[2] : KEYS[kind](text);
	}

	function makeTable(element) {
		const rows = Array.from(element.tBodies, (b) => [...b.rows]).flat();
		const heads = [...element.tHead.rows[0].cells];
		const keys = []; /* by column, of each row */
		let order = rows.map((row, i) => i);
		let shown = () => true;
		let words = null; /* of each row, for the filter */
		let last = null;  /* what is being shown */

		function keysOf(column) {
			const kind = heads[column].dataset.k;

			keys[column] = keys[column] ||
				rows.map((row) => key(kind, cell(row, column)));
			return keys[column];
		}

		/*
		 * Moves the rows that are wanted into new bodies, a body a
		 * step, then drops the old ones.  The rows on the screen are
		 * there at once, and the others soon.
		 */
		function* steps(wanted) {
			const old = [...element.tBodies];

			for (const body of old)
				body.hidden = true;
			for (let i = 0; i < wanted.length; i += CHUNK) {
				const body = document.createElement('tbody');
				const some = wanted.slice(i, i + CHUNK);

				if (some.length === CHUNK)
					body.className = 'c';
				body.append(...some.map((row) => rows[row]));
				element.append(body);
				yield;
			}
			for (const body of old) {
				body.remove();
				yield;
			}
		}

		/* Goes on unless something else is to be shown since. */
		function goOn(work, time) {
			const end = performance.now() + time;

			while (work === last && performance.now() < end)
				if (work.next().done)
					return;
			if (work === last)
				setTimeout(goOn, 0, work, 10);
		}

		function show() {
			const wanted = order.filter(shown);

			if (element.getBoundingClientRect().top < 0)
				element.scrollIntoView();
			last = steps(wanted);
			last.next();
			requestAnimationFrame(() => setTimeout(goOn, 0, last, 10));
			return wanted.length;
		}

		/* What is empty comes last, whichever way it goes. */
		function sort(column, way) {
			const by = keysOf(column);
			const none = by.map((value) => value !== value || value === '');

			order = rows.map((row, i) => i);
			order.sort((a, b) => none[a] - none[b] ||
				(none[a] ? 0 : by[a] < by[b] ? -way :
					by[a] > by[b] ? way : 0) || a - b);
			heads.forEach((head, i) => {
				if (i !== column)
					head.removeAttribute('aria-sort');
				else
					head.setAttribute('aria-sort',
						way > 0 ? 'ascending' : 'descending');
			});
			show();
		}

		function find() {
			const group = element.classList.contains('groups');

			words = words || rows.map((row) => ({
				name: cell(row, 2).toLowerCase(),
				direction: cell(row, 1),
				group: group ? cell(row, 3) : '',
				kpi: row.children[2].lastElementChild !== null &&
					row.children[2].lastElementChild.localName === 'b',
			}));
			return words;
		}

		function filter(wants) {
			const all = find();

			shown = (row) => wants(all[row]);
			return show();
		}

		heads.forEach((head, column) => {
			const button = document.createElement('button');

			button.type = 'button';
			button.append(...head.childNodes);
			button.addEventListener('click', () => sort(column,
				head.getAttribute('aria-sort') === 'ascending' ? -1 : 1));
			head.append(button);
		});
		return {
			filter,
			finish: () => last && goOn(last, Infinity),
			rows: rows.length,
			failures: element.classList.contains('fails'),
		};
	}

	const tables = Array.from(document.querySelectorAll('.t'), makeTable);

	function filter() {
		const name = form.elements.name.value.trim().toLowerCase();
		const kind = form.elements.kind ? form.elements.kind.value : '';
		const group = form.elements.group ? form.elements.group.value : '';
		const words = new Set(Array.from(
			form.querySelectorAll(':checked[type=checkbox]'),
			(box) => box.value));
		let shown = 0, rows = 0;

		for (const table of tables) {
			shown += table.filter((row) => words.has(row.direction) &&
				row.name.includes(name) &&
				(!group || row.group === group) &&
				(!kind || table.failures ||
					row.kpi === (kind === 'KPIs')));
			rows += table.rows;
		}
		form.elements.shown.value = shown === rows ? rows + ' rows' :
			shown + ' of ' + rows + ' rows';
	}

	if (form) {
		form.hidden = false;
		form.addEventListener('input', filter);
		form.addEventListener('submit', (event) => event.preventDefault());
		form.elements.shown.value =
			tables.reduce((sum, table) => sum + table.rows, 0) + ' rows';
	}
	document.documentElement.classList.add('sorts');
	/* What is folded away is printed, and so are all rows. */
	addEventListener('beforeprint', () => {
		tables.forEach((table) => table.finish());
		for (const details of document.querySelectorAll('details'))
			details.open = true;
	});
}());
