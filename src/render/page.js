'use strict';
(() => {
  const data = JSON.parse(document.getElementById('game').textContent);
  const byId = (id) => document.getElementById(id);
  const board = byId('board');
  const last = data.plies.length - 1;
  const cells = new Map();
  for (const button of board.querySelectorAll('button')) cells.set(button.dataset.square, button);

  // The pieces after every ply, from the changes that each ply makes.
  const boards = [];
  let pieces = new Map();
  for (const ply of data.plies) {
    pieces = new Map(pieces);
    for (const [square, piece] of ply.changes) {
      if (piece === null) pieces.delete(square);
      else pieces.set(square, piece);
    }
    boards.push(pieces);
  }

  let shown = last;
  let flipped = false;
  let chosen = null;

  const says = (text) => { byId('said').textContent = text; };
  const words = (square) => {
    const piece = boards[shown].get(square);
    return piece === undefined ? `${square}, empty` : `${square}, ${data.pieces[piece].name}`;
  };
  // Where the answer is chosen: on the last position of a game that goes on.
  const answering = () => data.answer !== null && shown === last;
  const movesOf = (square) => answering() && data.answer.from[square] ? data.answer.from[square].moves : [];

  function draw() {
    const ply = data.plies[shown];
    const targets = new Set(chosen === null ? [] : movesOf(chosen).map((move) => move.to));
    for (const [square, button] of cells) {
      const piece = boards[shown].get(square);
      const cell = button.parentElement;
      const picture = button.firstElementChild.firstElementChild;
      const drawn = piece === undefined ? '' : `#${data.pieces[piece].picture}${flipped && data.pieces[piece].turns ? '-flipped' : ''}`;
      if (picture.getAttribute('href') !== drawn) picture.setAttribute('href', drawn);
      cell.classList.toggle('last', ply.last.includes(square));
      cell.classList.toggle('check', ply.check === square);
      cell.classList.toggle('chosen', chosen === square);
      cell.classList.toggle('target', targets.has(square));
      cell.classList.toggle('taken', targets.has(square) && piece !== undefined);
      const notes = [words(square)];
      if (ply.check === square) notes.push('in check');
      if (ply.last.includes(square)) notes.push('last move');
      if (chosen === square) notes.push('chosen');
      if (targets.has(square)) notes.push('can be reached');
      button.setAttribute('aria-label', notes.join(', '));
    }
    for (const button of document.querySelectorAll('#moves button')) {
      if (Number(button.dataset.ply) === shown) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    }
    const current = document.querySelector('#moves [aria-current]');
    if (current) {
      const list = byId('moves');
      const top = current.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 30) list.scrollTop = top - list.clientHeight / 2;
    }
    byId('first').disabled = byId('back').disabled = shown === 0;
    byId('forward').disabled = byId('end').disabled = shown === last;
    for (const seat of document.querySelectorAll('.seat')) {
      const side = (seat.dataset.place === 'bottom') === flipped ? 1 : 0;
      seat.querySelector('b').textContent = data.seats[side];
      seat.querySelector('span').textContent = ply.clocks[side];
    }
    byId('state').textContent = ply.state;
    if (byId('answer')) byId('answer').hidden = !answering();
  }

  function show(ply) {
    const wanted = Math.max(0, Math.min(last, ply));
    if (wanted === shown) return;
    shown = wanted;
    choose(null);
    const { said, comment, time } = data.plies[shown];
    says([said, time, comment].filter((part) => part !== '').join('. '));
  }

  function choose(square) {
    chosen = square;
    const box = byId('choices');
    if (box) {
      box.replaceChildren();
      box.hidden = true;
    }
    draw();
  }

  function answer(move) {
    const offer = byId('offer').checked;
    chosen = null;
    byId('choices').hidden = true;
    byId('line').value = `${data.answer.command} ${move.line}${offer ? ' --draw' : ''}`;
    byId('ready').hidden = false;
    says(`${move.said}: the line to send is below`);
    const mail = byId('mail');
    if (mail) {
      const body = `${move.text}${offer ? ' (=)' : ''}\n`;
      mail.href = `mailto:${encodeURIComponent(data.answer.to).replace('%40', '@')}?subject=${encodeURIComponent(data.answer.subject)}&body=${encodeURIComponent(body)}`;
    }
    draw();
    byId('line').focus();
    byId('line').select();
  }

  function click(square) {
    if (!answering()) {
      says(words(square));
      return;
    }
    const from = data.answer.from[square];
    if (chosen !== null && chosen !== square) {
      const moves = movesOf(chosen).filter((move) => move.to === square);
      if (moves.length === 1) return answer(moves[0]);
      if (moves.length > 1) {
        const box = byId('choices');
        box.replaceChildren(...moves.map((move) => {
          const button = document.createElement('button');
          button.type = 'button';
          button.textContent = move.text;
          button.setAttribute('aria-label', move.said);
          button.addEventListener('click', () => answer(move));
          return button;
        }));
        box.hidden = false;
        says('Which of these?');
        box.firstElementChild.focus();
        return undefined;
      }
      if (!from) {
        const reason = data.answer.from[chosen].why[square];
        says(reason === undefined ? `${words(square)}: not a legal move` : `Not legal: ${data.answer.reasons[reason]}`);
        return undefined;
      }
    }
    if (chosen === square) {
      choose(null);
      says(words(square));
    } else if (from) {
      choose(square);
      const count = from.moves.length;
      says(`${words(square)}: ${count === 1 ? '1 legal move' : `${count} legal moves`}${count === 0 ? '; choose a square to hear why not' : ''}`);
    } else {
      says(boards[shown].has(square) ? `${words(square)}: ${data.answer.turn} is to move` : words(square));
    }
    return undefined;
  }

  // Rows and cells in reverse are the board from the other side.
  function flip() {
    flipped = !flipped;
    const body = board.tBodies[0];
    body.replaceChildren(...[...body.rows].reverse());
    for (const row of board.rows) {
      const inner = [...row.children];
      const [first, end] = [inner.shift(), inner.pop()];
      row.replaceChildren(first, ...inner.reverse(), end);
    }
    byId('flip').setAttribute('aria-pressed', String(flipped));
    draw();
  }

  board.addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) click(button.dataset.square);
  });
  board.addEventListener('focusin', (event) => {
    for (const button of cells.values()) button.tabIndex = -1;
    event.target.tabIndex = 0;
  });
  // One square of the board takes part in the order of focus; arrows go from square to square.
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  board.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    const cell = event.target.parentElement;
    if (event.key === 'Escape') choose(null);
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = board.tBodies[0].rows;
    const row = rows[cell.parentElement.sectionRowIndex + step[0]];
    const next = row && row.children[cell.cellIndex + step[1]];
    const button = next && next.querySelector('button');
    if (button) button.focus();
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input, summary')) return;
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
  let turned = 0;
  board.addEventListener('wheel', (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaY;
    if (Math.abs(turned) < 40) return;
    show(shown + Math.sign(turned));
    turned = 0;
  }, { passive: false });
  for (const [id, to] of [['first', () => 0], ['back', () => shown - 1], ['forward', () => shown + 1], ['end', () => last]]) {
    byId(id).addEventListener('click', () => show(to()));
  }
  byId('flip').addEventListener('click', flip);
  byId('moves').addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) show(Number(button.dataset.ply));
  });
  for (const part of document.querySelectorAll('[data-script]')) part.hidden = false;
  if (data.answer !== null && data.answer.turn === data.sides[1]) flip();
  draw();
})();
