"""Drives Chromium through the WebDriver protocol. Arguments: the program, an empty folder, a folder for screenshots or nothing."""

import base64, glob, json, os, shlex, shutil, socket, subprocess, sys, time, urllib.request

program, folder, pictures = sys.argv[1:4]
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015", "enter": "\ue007", "home": "\ue011", "end": "\ue010", "tab": "\ue004"}


class Browser:
    """One session of a browser."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        for _ in range(100):
            try:
                if self.call("GET", "/status")["ready"]:
                    break
            except OSError:
                time.sleep(0.1)
        arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
            "--disable-background-networking", "--disable-component-update", f"--user-data-dir={folder}/profile",
        ]
        wanted = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.base += f"/session/{session['sessionId']}"

    def call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()[:400]}") from None

    def open(self, path, size):
        self.call("POST", "/window/rect", {"width": size[0], "height": size[1]})
        self.call("POST", "/url", {"url": "file://" + path})

    def find(self, selector):
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click", {})

    def text(self, selector):
        return self.call("GET", f"/element/{self.find(selector)}/text")

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def press(self, *keys):
        strokes = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": strokes}]})

    def prefer(self, scheme):
        """Light or dark pages, as a reader wants them."""
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        self.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": media})

    def colour(self, selector, name):
        return self.run("return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, name)

    def wheel(self, selector, down):
        origin = {ELEMENT: self.find(selector)}
        scroll = {"type": "scroll", "x": 0, "y": 0, "deltaX": 0, "deltaY": down, "duration": 0, "origin": origin}
        self.call("POST", "/actions", {"actions": [{"type": "wheel", "id": "wheel", "actions": [scroll]}]})

    def picture(self, name):
        if pictures:
            with open(f"{pictures}/{name}.png", "wb") as out:
                out.write(base64.b64decode(self.call("GET", "/screenshot")))

    def expect_silence(self):
        """Nothing in the console, nothing asked of a network."""
        said = self.call("POST", "/se/log", {"type": "browser"})
        assert not said, said
        for entry in self.call("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                assert url.startswith(("file://", "data:", "chrome:", "devtools:")), url

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()


def riverpost(*arguments, cwd, now="2026-12-01T08:00:00Z"):
    run = subprocess.run([program, *arguments], cwd=cwd, capture_output=True, text=True, env={**os.environ, "RIVERPOST_NOW": now})
    assert run.returncode == 0, (arguments, run.stdout, run.stderr)
    return run.stdout


def repository(name, *new, moves):
    """A repository with a game of a stranger's names, and the page of it."""
    place = f"{folder}/{name}"
    os.makedirs(place)
    git = lambda *arguments: subprocess.run(["git", *arguments], cwd=place, check=True)
    git("init", "-q", "-b", "main")
    git("config", "user.name", "Anna Ek")
    git("config", "user.email", "anna@example.org")
    riverpost("init", cwd=place)
    riverpost("new", *new, "--id", name, "--time", "40d+2d", cwd=place)
    for number, move in enumerate(moves):
        who = [] if number % 2 == 0 else ["--for", "north"]
        riverpost("move", name, move, *who, "--comment", f"</script><b>ply {number + 1}", cwd=place)
    page = f"{place}/page.html"
    with open(page, "w") as out:
        out.write(riverpost("show", name, "--format", "html", cwd=place))
    return place, page


def check_game(browser, place, page, size, steps):
    name = os.path.basename(place)
    browser.open(page, size)
    plies = len(steps)
    assert browser.run("return document.documentElement.scrollWidth <= window.innerWidth"), "the page is wider than the window"
    browser.picture(f"{name}-{size[0]}")
    # Back to the start and through the game by buttons, keys and wheel.
    browser.click("#first")
    label = lambda square: browser.run("return document.querySelector(`[data-square='${arguments[0]}']`).getAttribute('aria-label')", square)
    for number, (said, square, holds) in enumerate(steps):
        if number % 3 == 0:
            browser.click("#forward")
        elif number % 3 == 1:
            browser.run("document.activeElement.blur()")
            browser.press("right")
        else:
            browser.wheel("#board", 100)
        heard = browser.text("#said")
        assert heard.startswith(said), heard
        assert holds in label(square), label(square)
    assert browser.run("return document.querySelector('#forward').disabled")
    browser.click("#moves button[data-ply='1']")
    assert browser.text("#said").startswith(steps[0][0])
    before = browser.run("return document.querySelector('#board tbody button').dataset.square")
    browser.click("#flip")
    assert browser.run("return document.querySelector('#board tbody button').dataset.square") != before
    browser.click("#flip")
    browser.click("#end")
    assert browser.run("return document.querySelectorAll('#moves [aria-current]').length") == 1
    browser.expect_silence()


def check_answer(browser, place, page, size, piece, wrong, why, to, choice=None):
    name = os.path.basename(place)
    browser.open(page, size)
    square = lambda name: f"[data-square='{name}']"
    browser.click(square(piece))
    browser.click(square(wrong))
    assert why in browser.text("#said"), browser.text("#said")
    browser.picture(f"{name}-choosing-{size[0]}")
    browser.click(square(to))
    if choice:
        browser.run("[...document.querySelectorAll('#choices button')].find(b => b.textContent === arguments[0]).click()", choice)
    line = browser.run("return document.getElementById('line').value")
    browser.picture(f"{name}-answer-{size[0]}")
    words = shlex.split(line)
    assert words[:3] == ["riverpost", "move", name], line
    who = [] if browser.run("return JSON.parse(document.getElementById('game').textContent).answer.turn") in ("South", "White") else ["--for", "north"]
    riverpost(*words[1:], "--dry-run", *who, cwd=place)
    mail = browser.run("return document.getElementById('mail')?.href ?? ''")
    assert mail.startswith("mailto:"), mail
    # The same by keys alone: arrows to the piece, Enter, arrows to the square, Enter.
    browser.open(page, size)
    browser.run("document.querySelector(arguments[0]).focus()", square(piece))
    browser.press("enter")
    target = browser.run("return [...document.querySelectorAll('td.target button')].map(b => b.dataset.square)")
    assert to in target, target
    down = ord(piece[0]) - ord(to[0]), int(piece[1:]) - int(to[1:])
    flipped = browser.run("return document.getElementById('flip').getAttribute('aria-pressed') === 'true'")
    sideways, upwards = ("left", "down") if (down[0] > 0) != flipped else ("right", "down"), "down" if (down[1] > 0) != flipped else "up"
    browser.press(*[sideways[0]] * abs(down[0]), *[upwards] * abs(down[1]), "enter")
    if not choice:
        assert browser.run("return document.getElementById('line').value") == line
    browser.expect_silence()


def check_site(browser, site, size):
    rows = lambda: browser.run("return [...document.querySelectorAll('.list tbody tr')].map(row => row.cells[0].textContent)")
    browser.open(f"{site}/index.html", size)
    assert browser.run("return document.documentElement.scrollWidth <= window.innerWidth"), "the site is wider than the window"
    whole = rows()
    assert len(whole) == 27 and "going on" in browser.text("header"), whole
    browser.picture(f"site-{size[0]}")
    # Words, then a choice; both by keys as people do it.
    browser.run("document.getElementById('words').focus()")
    browser.press(*"morphy")
    assert rows() == ["Paul Morphy – Duke of Brunswick and Count Isouard"], rows()
    browser.run("document.getElementById('words').value = ''; document.getElementById('words').dispatchEvent(new Event('input'))")
    browser.run("const state = document.getElementById('state'); state.value = 'on'; state.dispatchEvent(new Event('change'))")
    assert rows() == ["Anna Ek – Ben \"</script><script>alert(1)</script>\" Ode"] and browser.text("#count") == "1 of 27", rows()
    browser.run("const state = document.getElementById('state'); state.value = ''; state.dispatchEvent(new Event('change'))")
    browser.click(".list thead button")
    assert rows() == sorted(whole, key=lambda name: name.lower()), rows()
    browser.click(".list thead button")
    assert rows()[0] > rows()[-1] and browser.run("return document.querySelector('.list th').getAttribute('aria-sort')") == "descending"
    # To a game, through it, and back; from a player to their games.
    browser.run("[...document.querySelectorAll('.list a')].find(a => a.textContent.startsWith('Paul Morphy')).click()")
    browser.click("#first")
    browser.click("#forward")
    assert browser.text("#said").startswith("Pawn e2 to e4"), browser.text("#said")
    browser.click(".links a")
    assert len(rows()) == 27, rows()
    browser.open(f"{site}/players.html", size)
    browser.run("[...document.querySelectorAll('.list a')].find(a => a.textContent === 'Howard Staunton').click()")
    assert rows() == ["Howard Staunton – Bernhard Horwitz"], rows()
    for page in ["players", "matches", "statistics", "rules", "rules/wing", "matches/specimen-middle-trilogy"]:
        browser.open(f"{site}/{page}.html", size)
        assert browser.run("return document.documentElement.scrollWidth <= window.innerWidth"), f"{page} is wider than the window"
        browser.picture(f"site-{page.replace('/', '-')}-{size[0]}")
    browser.expect_silence()


def check_dark(browser, site):
    """Every kind of page follows a reader who wants dark pages, with its boards."""
    river = {"games/w1": ("#board td.river", "backgroundColor"), "rules/wing": (".array .river", "fill"), "statistics": (".boards .river", "fill")}
    for page, of in river.items():
        seen = {}
        for scheme in ["light", "dark"]:
            browser.prefer(scheme)
            browser.open(f"{site}/{page}.html", (1280, 900))
            seen[scheme] = [browser.colour("body", "backgroundColor"), browser.colour("body", "color"), browser.colour(*of)]
            browser.picture(f"site-{page.replace('/', '-')}-{scheme}")
            if page != "games/w1":
                assert browser.colour(".board > g[stroke]", "stroke") == seen[scheme][1], "the coordinates"
        assert seen["light"] == ["rgb(255, 255, 255)", "rgb(34, 34, 34)", "rgb(185, 220, 240)"], (page, seen)
        assert seen["dark"] == ["rgb(28, 30, 33)", "rgb(232, 230, 225)", "rgb(71, 112, 140)"], (page, seen)
    browser.prefer("light")
    browser.expect_silence()


def collection():
    """A site of the collection and of one game that goes on."""
    shutil.copytree("games", f"{folder}/collection")
    shutil.copy(glob.glob(f"{folder}/w1/games/**/w1.yaml", recursive=True)[0], f"{folder}/collection")
    riverpost("site", f"{folder}/site", f"{folder}/collection", cwd=folder)
    return f"{folder}/site"


def main():
    browser = Browser()
    try:
        hostile = 'Ben "</script><script>alert(1)</script>" Ode <ben@example.org>'
        wing, wing_page = repository("w1", "wing", "--south", "Anna Ek <anna@example.org>", "--north", hostile, moves=["e4e5", "e7e6", "b1c3"])
        chess, chess_page = repository("v1", "valonian", "--south", "Anna <anna@example.org>", "--north", "李 明 <li@example.org>", moves=["e2e4", "d7d5", "e4d5", "c7c6", "d5c6", "g8f6"])
        site = collection()
        check_dark(browser, site)
        for size in [(1280, 900), (390, 844)]:
            check_site(browser, site, size)
            check_game(browser, wing, wing_page, size, [("", "e5", "South"), ("", "e6", "North"), ("", "c3", "South")])
            check_game(browser, chess, chess_page, size, [
                ("Pawn e2 to e4", "e4", "White Pawn"), ("Pawn d7 to d5", "d5", "Black Pawn"), ("Pawn e4 takes Pawn on d5", "d5", "White Pawn"),
                ("Pawn c7 to c6", "c6", "Black Pawn"), ("Pawn d5 takes Pawn on c6", "c6", "White Pawn"), ("Knight g8 to f6", "f6", "Black Knight"),
            ])
            check_answer(browser, wing, wing_page, size, "c7", "c3", "rule", "c6")
            check_answer(browser, chess, chess_page, size, "f1", "f3", "rule P1", "b5")
    finally:
        browser.close()
    print("the pages step, answer, filter, sort, and ask for nothing, in a browser at two sizes")


main()
