'use strict';
(() => {
  const byId = (id) => document.getElementById(id);
  const table = document.querySelector('table.list');
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...body.rows].map((row) => ({
    row, text: row.textContent.toLowerCase(), cells: [...row.cells].map((cell) => cell.textContent), tags: row.dataset,
  }));
  // How many rows are shown at first, and with each step.
  const STEP = 200;
  const words = byId('words');
  const choices = [...document.querySelectorAll('.filter select')];
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  let shown = STEP;
  let sorted = null;

  function draw() {
    const wanted = words.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const fits = ({ text, tags }) => wanted.every((word) => text.includes(word))
      && choices.every((choice) => choice.value === '' || tags[choice.id] === choice.value);
    const found = rows.filter(fits);
    if (sorted !== null) {
      const { column, sign } = sorted;
      // What has no value stands last in either order.
      const compare = (one, other) => (one === '') - (other === '') || sign * collator.compare(one, other);
      found.sort((one, other) => compare(one.cells[column], other.cells[column]));
    }
    body.replaceChildren(...found.slice(0, shown).map(({ row }) => row));
    byId('count').textContent = `${found.length} of ${rows.length}`;
    byId('more').hidden = found.length <= shown;
  }

  function refine() {
    shown = STEP;
    draw();
  }

  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const first = head.dataset.first === 'descending' ? -1 : 1;
      const sign = sorted !== null && sorted.column === column ? -sorted.sign : first;
      sorted = { column, sign };
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', sign === 1 ? 'ascending' : 'descending');
      refine();
    });
  });
  words.addEventListener('input', refine);
  for (const choice of choices) choice.addEventListener('change', refine);
  byId('more').addEventListener('click', () => {
    shown += STEP;
    draw();
  });
  // A link can name the words: index.html#words=Anna
  function follow() {
    const named = location.hash.match(/^#words=(.*)$/);
    if (named === null) return;
    try {
      words.value = decodeURIComponent(named[1]);
    } catch {
      return;
    }
    refine();
  }
  window.addEventListener('hashchange', follow);
  for (const part of document.querySelectorAll('[data-script]')) part.hidden = false;
  draw();
  follow();
})();
