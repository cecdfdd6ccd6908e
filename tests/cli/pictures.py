"""Every kind of picture that the program draws, and what an SVG file may hold."""

import re
import xml.etree.ElementTree

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "defs", "g", "path", "text", "tspan", "circle", "rect", "use", "image", "polygon"}
ELEMENTS |= {"linearGradient", "stop", "pattern", "clipPath", "filter", "feFlood", "feComposite"}
LINK = "{http://www.w3.org/1999/xlink}href"

# The command up to --plot; a case can be given a title with --set.
OF_A_CASE = {
    "simulate": ["simulate", "hong-liu-fig10"],
    "characteristic": ["simulate", "hong-liu-fig10"],
    "planar": ["simulate", "liu-fig5", "--until", "2"],
    "planar-steady": ["steady", "liu-fig11"],
    "planar-sweep": ["sweep", "liu-fig11", "--over", "friction.bound=10000:20000:3"],
    "steady": ["steady", "riddoch-fig6"],
    "structure-steady": ["steady", "three-mass-chain"],
    "sweep": ["sweep", "riddoch-fig5", "--over", "friction_ratio=0.1:0.9:9"],
    "map": ["map", "riddoch-fig5", "--x", "friction_ratio=0.1:0.9:6", "--y", "frequency_ratio=0.3:1.5:6"],
    "boundary": ["boundary", "riddoch-fig5", "--x", "friction_ratio=0.4:0.7", "--y", "frequency_ratio=0.6:0.8"],
    "lyapunov": ["lyapunov", "stefanski-fig3b", "--periods", "60"],
    "poincare": ["poincare", "stefanski-fig3b", "--points", "40"],
    "bifurcation": ["bifurcation", "hong-liu-fig10", "--over", "load.frequency=5:6:3"],
    "basins": ["basins", "hong-liu-fig10", "--position=-0.01:0.01:3", "--velocity=-0.1:0.1:3"],
    "ring-down": ["backbone", "hong-liu-fig6-stick", "--set", "start.position=0.5"],
    "backbone": ["backbone", "riddoch-fig5", "--over", "friction_ratio=0.9:1.2:3", "--resonance", "frequency_ratio=0.4:1.4"],
    "design": ["design", "friction-isolator", "--minimise", "transmissibility", "--vary", "friction.bound=100:400"],
}
OPTION = {"characteristic": "--characteristic"}


def command(kind, picture):
    return [*OF_A_CASE[kind], OPTION.get(kind, "--plot"), picture]


def texts(path):
    """The words on a picture, each with the place of its first letter."""
    found = []
    for group in xml.etree.ElementTree.parse(path).getroot().iter(SVG + "g"):
        place = re.match(r"translate\(([-\d.]+),([-\d.]+)\)", group.get("transform", ""))
        for text in group.findall(SVG + "text"):
            words = "".join(text.itertext())
            found.append((words, float(place[1]) if place else 0.0, float(place[2]) if place else 0.0))
    return found


def words(path):
    return [text for text, _, _ in texts(path)]


def assert_harmless(test, path):
    """The file is well-formed, holds drawings alone, and points nowhere."""
    for element in xml.etree.ElementTree.parse(path).getroot().iter():
        test.assertTrue(element.tag.startswith(SVG), element.tag)
        test.assertIn(element.tag[len(SVG):], ELEMENTS)
        for name, value in element.attrib.items():
            test.assertFalse(name.lower().startswith("on"), name)
            if name in (LINK, "href"):
                test.assertTrue(value.startswith(("#", "data:image/png;base64,")), value[:80])
