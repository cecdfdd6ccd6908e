"""Nothing that comes from outside runs a command in gnuplot, or marks up a picture or a page."""

import os
import pathlib
import random
import re
import shutil

import pictures
from program import ProgramTest

ENTRIES = pathlib.Path(__file__).resolve().parents[2] / "validation"

HOSTILE = [
    "it's 'quoted' '' \"twice\" \\' \\\" \\",
    "x\nsystem \"touch P\"\n#",
    "x'\nsystem 'touch P'\n#",
    "`touch P` @P @{P} $(touch P) %s %n {/=999 big} {/Symbol a} x_{y}^z ~a{b} &{c}",
    "<script>touch('P')</script> <!-- ]]> <![CDATA[ &amp; &x;",
    "| touch P",
    "\\' ; system \"touch P\" #",
    "\\\" ; system 'touch P' #",
    "x\\",
    "< touch P",
    "\x1b]0;P\x07\x1b[31m \x00 \x7f \u202e \u2028 \x85 \ufffe".replace("\x00", ""),
    "{/\" onload=\"touch(P) x}",
    "µ √ ₀ 漢字 🙂 " + "long " * 300,
]


def random_text(generator):
    pieces = ["'", '"', "`", "\\", "\n", "\r", "\t", "@", "{", "}", "_", "^", "~", "&", "<", ">", "|", ";", "#", "$", "%"]
    pieces += ["!touch P", "system 'touch P'", "set output 'P'", "plot '<touch P'", "{/", "\x1b[", "é", "a", " "]
    return "".join(generator.choice(pieces) for _ in range(generator.randrange(1, 40)))


def toml_text(text):
    escaped = "".join(c if " " <= c <= "~" and c not in '"\\' else f"\\U{ord(c):08x}" for c in text)
    return f'"{escaped}"'


class HostileText(ProgramTest):
    def draw(self, kind, text, picture="a.svg"):
        """Draws with a title that is the text."""
        before = set(os.listdir(self.folder))
        run = self.run_program(*pictures.command(kind, picture), "--set", "title=" + toml_text(text))
        self.assertEqual(run.returncode, 0, f"{kind} {text!r}: {run.stderr}")
        self.assertEqual(set(os.listdir(self.folder)) - before, {picture}, f"{kind} {text!r}")
        pictures.assert_harmless(self, self.folder / picture)
        (self.folder / picture).unlink()

    def test_titles_of_every_kind_of_picture(self):
        for kind in pictures.OF_A_CASE:
            with self.subTest(kind):
                for text in HOSTILE if kind in ("simulate", "steady") else HOSTILE[1:4] + HOSTILE[5:9]:
                    self.draw(kind, text)

    def test_names_in_a_structure(self):
        for text in HOSTILE:
            names = f"names = [{toml_text(text)}, {toml_text('other ' + text)}]"
            case = f"""
title = {toml_text(text)}
[structure]
masses = [1, 1]
springs = [1, 1]
{names}
[[contact]]
name = {toml_text(text)}
on = {toml_text(text)}
bound = 0.2
[[load]]
on = 2
kind = "harmonic"
amplitude = 1
frequency = 0.5
[run]
until = 20
"""
            (self.folder / "mine.toml").write_text(case)
            before = set(os.listdir(self.folder))
            sweep = ["sweep", "mine.toml", "--over", "load.frequency=0.4:0.6:3"]
            for ask in [["simulate", "mine.toml"], ["steady", "mine.toml"], sweep]:
                run = self.run_program(*ask, "--plot", "a.svg")
                self.assertEqual(run.returncode, 0, f"{text!r}: {run.stderr}")
                self.assertEqual(set(os.listdir(self.folder)) - before, {"a.svg"}, repr(text))
                pictures.assert_harmless(self, self.folder / "a.svg")
                (self.folder / "a.svg").unlink()
            self.assertIn(f"amplitude[{text}]", self.result(*sweep))
            for verb in ["simulate", "steady"]:
                told = self.succeed(verb, "mine.toml")
                self.assertIsNone(re.search("[\x00-\x09\x0b-\x1f\x7f\u202e]", told), repr(text))
                self.assertEqual(self.result(verb, "mine.toml")["dof_names"][0], text)

    def test_random_titles(self):
        generator = random.Random(20)
        for _ in range(40):
            self.draw("simulate", random_text(generator))

    def test_a_title_is_shown_as_it_is(self):
        title = "it's {odd} & <x>_y^2 \\ \"z\" @w ~` %d $x \\"
        self.succeed(*pictures.command("steady", "a.svg"), "--set", "title=" + toml_text(title))
        self.assertIn(title, pictures.words(self.folder / "a.svg"))


class HostileNames(ProgramTest):
    def test_names_of_files_and_folders(self):
        names = ["|touch P;:/a.svg", "<touch P/a.svg", "it's.svg", "a'b\n.svg", "`touch P`.svg", '"q".svg', "@P.svg"]
        names += ["#a.svg", "\\.svg", "%n.svg", "-d.svg", "set output.svg", "*.svg"]
        for name in names:
            with self.subTest(name):
                path = self.folder / name
                path.parent.mkdir(exist_ok=True)
                before = set(os.listdir(self.folder))
                for kind in ["simulate", "map"]:
                    run = self.run_program(*pictures.command(kind, "./" + name))
                    self.assertEqual(run.returncode, 0, run.stderr)
                    pictures.assert_harmless(self, path)
                    self.assertEqual(os.listdir(path.parent).count("P"), 0)
                    self.assertEqual(set(os.listdir(self.folder)) - before - {name}, set())
                    path.unlink()

    def test_a_folder_for_temporary_files_of_any_name(self):
        for name in ["|touch P;", "<touch P", "it's", "a\nb", "`touch P`", "nowhere"]:
            with self.subTest(name):
                if name != "nowhere":
                    (self.folder / name).mkdir()
                environment = {**os.environ, "TMPDIR": str(self.folder / name)}
                run = self.run_program(*pictures.command("map", "a.svg"), environment=environment)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertFalse((self.folder / "P").exists())
                pictures.assert_harmless(self, self.folder / "a.svg")

    def test_start_up_files_of_gnuplot_are_not_read(self):
        (self.folder / "home").mkdir()
        for place in ["home/.gnuplot", ".gnuplot", "home/gnuplotrc"]:
            self.write(place, f"system 'touch {self.folder}/P'\nset title 'from a start-up file'\n")
        environment = {**os.environ, "HOME": str(self.folder / "home"), "XDG_CONFIG_HOME": str(self.folder / "home")}
        environment["GNUPLOT_LIB"] = str(self.folder / "home")
        run = self.run_program(*pictures.command("simulate", "a.svg"), environment=environment)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertFalse((self.folder / "P").exists())
        self.assertNotIn("from a start-up file", pictures.words(self.folder / "a.svg"))


FIGURE = """
title = {title}
source = {text}
where = {text}
statement = {text}
verdict = "reproduced"
reason = {text}
argument = {text}
[[check]]
what = {text}
unit = {text}
computed = "1"
printed = "1"
tolerance = 1e-9
[figure]
caption = "a caption"
{figure}
[[figure.panel]]
title = "a panel"
x_label = {text}
y_label = {text}
{panel}
[[figure.panel.layer]]
title = {text}
points = [[0, 0], [1, 1]]
{layer}
"""


class HostileItems(ProgramTest):
    def item(self, name="item", title='"An item"', text='"a text"', figure="", panel="", layer=""):
        folder = self.folder / "items"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        values = {"title": title, "text": text, "figure": figure, "panel": panel, "layer": layer}
        (folder / (name + ".toml")).write_text(FIGURE.format(**values))

    def assert_clean(self):
        self.assertEqual([path for path in self.folder.rglob("P")], [])

    def test_settings_of_a_figure_are_chosen_from_a_list(self):
        commands = ["top left\\nsystem \\\"touch P\\\"\\n#", "x\\n! touch P", "#000000'\\nsystem 'touch P'\\n#", "x'"]
        for command in commands:
            settings = [("panel", "key"), ("panel", "log"), ("layer", "color"), ("layer", "style"), ("layer", "mark")]
            for where, key in settings:
                with self.subTest(key, command=command):
                    other = '\nstyle = "points"' if key == "mark" else ""
                    self.item(**{where: f'{key} = "{command}"{other}'})
                    run = self.run_program("reproduce", "--validation", "items", "--out", "r")
                    self.assertEqual(run.returncode, 2, run.stderr)
                    self.assertEqual(run.stderr.count("\n"), 1)
                    self.assertIn("item.toml", run.stderr)
                    self.assertIn("known are" if key in ("key", "log") else "a ", run.stderr)
                    self.assert_clean()

    def test_settings_that_a_figure_does_not_have_are_refused(self):
        for where, place in [("figure", "[figure]"), ("panel", "[[figure.panel]]"), ("layer", "[[figure.panel.layer]]")]:
            with self.subTest(where):
                self.item(**{where: 'terminal = "x"'})
                self.refuse("reproduce", "--validation", "items", saying=["item.toml", "terminal", place])

    def test_colours_of_classes(self):
        layer = 'over = { x = [0, 1, 3] }\ny = "x"\ncolor = "#12345\'"'
        self.item(layer=layer.replace("points = [[0, 0], [1, 1]]", ""))
        self.assertEqual(self.run_program("reproduce", "--validation", "items", "--out", "r").returncode, 2)
        self.assert_clean()

    def test_texts_of_an_item_are_texts_on_the_page_and_on_the_figure(self):
        for text in HOSTILE[:9] + ['"><img src=x onerror=touch(P)>', "</title><script>P</script>"]:
            with self.subTest(text):
                shutil.rmtree(self.folder / "r", ignore_errors=True)
                self.item(title=toml_text(text), text=toml_text(text))
                run = self.run_program("reproduce", "--validation", "items", "--out", "r")
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assert_clean()
                page = (self.folder / "r" / "index.html").read_text()
                self.assert_only_our_tags(page)
                pictures.assert_harmless(self, self.folder / "r" / "figures" / "item.svg")

    def test_an_item_of_an_odd_name_is_refused_or_shown_as_text(self):
        for name in ['"><script>P<', "'onload='P", "a b#c?d%2e&lt;", "<img src=x onerror=P>"]:
            with self.subTest(name):
                shutil.rmtree(self.folder / "r", ignore_errors=True)
                self.item(name=name)
                run = self.run_program("reproduce", "--validation", "items", "--out", "r")
                self.assertIn(run.returncode, (0, 2), run.stderr)
                page = self.folder / "r" / "index.html"
                self.assertEqual(page.exists(), run.returncode == 0)
                if page.exists():
                    self.assert_only_our_tags(page.read_text())

    def assert_only_our_tags(self, page):
        import html.parser

        allowed = "html head meta title style body h1 h2 h3 div p table thead tbody tr th td a article span b i sub"
        seen = []

        class Reader(html.parser.HTMLParser):
            def handle_starttag(self, tag, attributes):
                seen.append((tag, attributes))

        Reader().feed(page)
        for tag, attributes in seen:
            self.assertIn(tag, allowed.split() + ["figure", "figcaption", "img"])
            names = {name for name, _ in attributes}
            self.assertLessEqual(names, {"lang", "charset", "name", "content", "class", "id", "href", "colspan", "alt",
                                         "width", "height", "loading", "src"})
            for name, value in attributes:
                if name == "src":
                    self.assertRegex(value, r"^figures/[-A-Za-z0-9_.~%]+\.(svg|png)$")
                if name == "href":
                    self.assertRegex(value, r"^#[-A-Za-z0-9_.~%/]+$")

    def test_pictures_lie_beside_the_page(self):
        self.item()
        self.succeed("reproduce", "--validation", "items", "--out", "r")
        page = (self.folder / "r" / "index.html").read_text()
        self.assertNotIn("base64", page)
        links = re.findall(r'<img [^>]*src="([^"]+)"', page)
        self.assertEqual(links, ["figures/item.svg"])
        for link in links:
            pictures.assert_harmless(self, self.folder / "r" / link)
