// The report as HTML: a table of verdicts, the errata, then every item with its figure and its numbers.

#include "reproduce_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "html_text.hpp"
#include "stickslip/version.hpp"

namespace stickslip::cli {

namespace {

using validation::CheckResult;
using validation::Verdict;

constexpr std::string_view style = R"css(
:root{color-scheme:light}
*{box-sizing:border-box}
body{font:15px/1.5 system-ui,"DejaVu Sans",sans-serif;color:#1c2530;background:#fff;margin:0 auto;max-width:1040px;padding:24px}
h1{font-size:26px;margin:0 0 4px}
h2{font-size:20px;margin:44px 0 8px;padding-bottom:4px;border-bottom:2px solid #0072b2}
h3{font-size:16px;margin:0 0 2px}
a{color:#005a8f}
table{border-collapse:collapse;width:100%;font-size:13px;margin:8px 0}
th,td{text-align:left;padding:3px 8px;border-bottom:1px solid #e2e6ea;vertical-align:top}
th{background:#f3f6f8;font-weight:600}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
article{margin:26px 0 0;padding:14px 16px;border:1px solid #dde3e8;border-radius:6px}
.where{color:#5a6672;font-size:13px}
.v{display:inline-block;padding:0 8px;border-radius:9px;font-size:12px;font-weight:600;white-space:nowrap}
.reproduced{background:#d9f2e4;color:#0b5a34}
.wrong{background:#fde4d3;color:#8a3a00}
.open{background:#e4e6f7;color:#3a3f8f}
.failed{background:#c00000;color:#fff}
.id{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:12px}
figure{margin:10px 0}
sub{font-size:.72em;line-height:0}
figure img{max-width:100%;height:auto;display:block}
figcaption{font-size:13px;color:#3f4a55;margin-top:4px}
.reason{font-size:13px;color:#5a6672}
.scroll{overflow-x:auto}
@media print{
 body{max-width:none;padding:0;font-size:10.5px}
 table{font-size:9px} h2{break-after:avoid} h3{break-after:avoid}
 article{border:0;border-top:1px solid #999;border-radius:0;padding:8px 0;margin-top:14px}
 article>.where,article>.printed{break-after:avoid} .printed{break-inside:avoid} p{margin:4px 0}
 .where,.reason,figcaption,.id{font-size:9px} .v{font-size:8px;border:1px solid} h1{font-size:18px} h2{font-size:14px} h3{font-size:12px}
 figure,tr{break-inside:avoid} figure img{max-height:23cm;width:auto;max-width:100%}
 thead{display:table-header-group} a{color:inherit;text-decoration:none}
 .scroll{overflow:visible}
 @page{margin:14mm}
}
)css";

bool is_word_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Text between tags; r_y becomes r with an index.
std::string escaped(std::string_view text) {
    std::string out;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t mark = text.find('_', begin);
        const bool is_last = mark == std::string_view::npos;
        out += html_text(text.substr(begin, is_last ? mark : mark - begin));
        if (is_last) break;
        std::size_t end = mark + 1;
        while (end < text.size() && is_word_letter(text[end])) ++end;
        const bool is_index = mark > 0 && end > mark + 1;
        out += is_index ? fmt::format("<sub>{}</sub>", text.substr(mark + 1, end - mark - 1)) : "_";
        begin = is_index ? end : mark + 1;
    }
    return out;
}

/// Blank lines separate paragraphs.
std::string paragraphs(const std::string& text, std::string_view css_class = "") {
    std::string out;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find("\n\n", begin), text.size());
        out += fmt::format("<p class=\"{}\">{}</p>\n", css_class, escaped(text.substr(begin, end - begin)));
        begin = end + 2;
    }
    return out;
}

std::string_view css_class(Verdict v) {
    switch (v) {
        case Verdict::reproduced: return "reproduced";
        case Verdict::printed_wrong: return "wrong";
        case Verdict::not_decidable: return "open";
        case Verdict::not_reproduced: break;
    }
    return "failed";
}

std::string pill(Verdict v) { return fmt::format("<span class=\"v {}\">{}</span>", css_class(v), name(v)); }

std::string value_text(double value, const CheckResult& c) {
    if (c.is_yes_no) return value != 0.0 ? "yes" : "no";
    if (!std::isfinite(value)) return std::isnan(value) ? "–" : (value > 0 ? "∞" : "−∞");
    const std::string number = fmt::format("{:.12g}", value);
    return number + (c.unit.empty() ? "" : " " + c.unit);
}

std::string readings_text(const CheckResult& c) {
    std::string out;
    for (const validation::Reading& r : c.readings) {
        out += (out.empty() ? "" : "; ") + r.label + ": " + value_text(r.value, c);
    }
    return out;
}

/// What stands in the column of the print; a reference that the paper does not have says so.
std::string printed_text(const CheckResult& c) {
    const std::string value = escaped(value_text(c.printed, c));
    return c.is_printed ? value : "<span class=\"where\">not printed; reference</span> " + value;
}

std::string check_row(const CheckResult& c) {
    const std::string what =
        escaped(c.what) +
        (c.points > 1 ? fmt::format(" <span class=\"where\">(worst of {} points)</span>", c.points) : "");
    if (!c.readings.empty()) {
        return fmt::format("<tr><td>{}</td><td colspan=\"4\">{}</td><td>{}</td></tr>\n", what,
                           escaped(readings_text(c)), c.holds() ? "readings differ" : "<b>readings agree</b>");
    }
    const std::string agreement =
        c.agrees_with_print ? "agrees" : (c.agrees_with_right ? "print wrong" : "<b>disagrees</b>");
    const std::string deviation = c.is_yes_no ? "" : fmt::format("{:.2g}", c.computed - c.right.value_or(c.printed));
    return fmt::format(
        "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}{}</td>"
        "<td>{}</td></tr>\n",
        what, printed_text(c), c.right ? escaped(value_text(*c.right, c)) : "", escaped(value_text(c.computed, c)),
        deviation, c.tolerance > 0.0 ? fmt::format(" <span class=\"where\">≤ {:.2g}</span>", c.tolerance) : "",
        agreement);
}

std::string checks_table(const ReproducedEntry& e) {
    const bool has_right =
        std::ranges::any_of(e.result.checks, [](const CheckResult& c) { return c.right.has_value(); });
    std::string out = fmt::format(
        "<div class=\"scroll\"><table><thead><tr><th>quantity</th><th class=\"n\">printed</th><th class=\"n\">{}</th>"
        "<th class=\"n\">computed</th><th class=\"n\">deviation</th><th></th></tr></thead><tbody>\n",
        has_right ? "corrected" : "");
    for (const CheckResult& c : e.result.checks) out += check_row(c);
    return out + "</tbody></table></div>\n";
}

std::string article(const ReproducedEntry& e) {
    std::string out = fmt::format(
        "<article id=\"{}\">\n<h3>{} {}</h3>\n<div class=\"where\">{} · <span class=\"id\">{}</span></div>\n",
        html_text(e.entry.id), escaped(e.entry.title), pill(e.result.verdict), escaped(e.entry.where),
        html_text(e.entry.id));
    if (!e.result.is_as_expected(e.entry)) {
        out += fmt::format("<p><span class=\"v failed\">FAILED</span> expected: {}. {}</p>\n", name(e.entry.expected),
                           escaped(e.result.failure));
    }
    out += "<p class=\"printed\"><b>Printed.</b> " + escaped(e.entry.statement) + "</p>\n";
    if (e.picture) {
        out += fmt::format(
            "<figure><img alt=\"{}\" width=\"{}\" height=\"{}\" loading=\"lazy\" "
            "src=\"{}\"><figcaption>{}</figcaption></figure>\n",
            html_text(e.entry.title), e.picture->width, e.picture->height, link_to(picture_file(e)),
            escaped(e.caption));
    }
    out += checks_table(e);
    out += paragraphs(e.entry.argument);
    out += fmt::format("<p class=\"reason\"><b>Tolerance.</b> {}</p>\n</article>\n", escaped(e.entry.reason));
    return out;
}

/// The first number that tells most: of a wrong print the one that shows it.
const CheckResult* telling_check(const ReproducedEntry& e) {
    for (const CheckResult& c : e.result.checks) {
        if (!c.holds()) return &c;
    }
    for (const CheckResult& c : e.result.checks) {
        if (c.right) return &c;
    }
    return e.result.checks.empty() ? nullptr : &e.result.checks.front();
}

std::string verdict_table(const std::vector<ReproducedEntry>& entries) {
    std::string out =
        "<div class=\"scroll\"><table><thead><tr><th>item</th><th>where</th><th>verdict</th><th "
        "class=\"n\">printed</th>"
        "<th class=\"n\">computed</th></tr></thead><tbody>\n";
    std::string source;
    for (const ReproducedEntry& e : entries) {
        if (e.entry.source != source) {
            source = e.entry.source;
            out += fmt::format("<tr><th colspan=\"5\">{}</th></tr>\n", escaped(source));
        }
        const CheckResult* c = telling_check(e);
        const bool is_open = c != nullptr && !c->readings.empty();
        const std::size_t others = e.result.checks.empty() ? 0 : e.result.checks.size() - 1;
        out += fmt::format(
            "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td>{}</td><td class=\"n\">{}</td><td "
            "class=\"n\">{}{}</td></tr>\n",
            link_to(e.entry.id), escaped(e.entry.title), escaped(e.entry.where), pill(e.result.verdict),
            c == nullptr || is_open || !c->is_printed ? "" : escaped(value_text(c->printed, *c)),
            c == nullptr ? "" : (is_open ? "several readings" : escaped(value_text(c->computed, *c))),
            others > 0 ? fmt::format(" <span class=\"where\">+{}</span>", others) : "");
    }
    return out + "</tbody></table></div>\n";
}

std::string errata_table(const std::vector<ReproducedEntry>& entries) {
    std::string out =
        "<div class=\"scroll\"><table><thead><tr><th>where</th><th>printed</th><th class=\"n\">the print gives</th>"
        "<th class=\"n\">right</th><th class=\"n\">computed</th></tr></thead><tbody>\n";
    std::string source;
    for (const ReproducedEntry& e : entries) {
        if (e.result.verdict != Verdict::printed_wrong) continue;
        if (e.entry.source != source) {
            source = e.entry.source;
            out += fmt::format("<tr><th colspan=\"5\">{}</th></tr>\n", escaped(source));
        }
        const CheckResult* c = telling_check(e);
        out += fmt::format(
            "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
            "class=\"n\">{}</td></tr>\n",
            link_to(e.entry.id), escaped(e.entry.where), escaped(e.entry.statement),
            escaped(value_text(c->printed, *c)), escaped(value_text(*c->right, *c)),
            escaped(value_text(c->computed, *c)));
    }
    return out + "</tbody></table></div>\n";
}

std::string summary(const std::vector<ReproducedEntry>& entries) {
    std::map<Verdict, int> counts;
    std::size_t checks = 0;
    std::size_t unexpected = 0;
    for (const ReproducedEntry& e : entries) {
        ++counts[e.result.verdict];
        checks += e.result.checks.size();
        if (!e.result.is_as_expected(e.entry)) ++unexpected;
    }
    std::string out = fmt::format("<p>{} published items, {} numbers compared:", entries.size(), checks);
    for (const auto& [verdict, count] : counts) out += fmt::format(" {} {}", count, pill(verdict));
    return out + (unexpected == 0 ? ". Every verdict is the expected one.</p>\n"
                                  : fmt::format(". <b>{} not as expected.</b></p>\n", unexpected));
}

}  // namespace

std::string picture_file(const ReproducedEntry& e) {
    return "figures/" + e.entry.id + (e.picture->type == "image/png" ? ".png" : ".svg");
}

std::string report_page(const std::vector<ReproducedEntry>& entries, bool is_quick) {
    std::string out = fmt::format(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width,initial-scale=1\"><title>What is published, "
        "recomputed</title><style>{}</style></head><body>\n",
        style);
    out += fmt::format("<h1>What is published, recomputed</h1>\n<div class=\"where\">stickslip {}{}</div>\n", version(),
                       is_quick ? " · quick run: coarse figures" : "");
    out += summary(entries);
    out +=
        "<p>Each item of the source papers is recomputed and compared with the print. <b>Printed wrong</b> means "
        "that "
        "the computed value disagrees with the print beyond the tolerance and agrees with the corrected value; "
        "<b>not decidable</b>, that the text admits readings with different results. A verdict is computed, never "
        "declared. Where an item is checked beyond its print, the line says that the value is not printed and gives "
        "the "
        "reference.</p>\n";
    out += "<h2>Verdicts</h2>\n" + verdict_table(entries);
    if (std::ranges::any_of(entries, [](const auto& e) { return e.result.verdict == Verdict::printed_wrong; })) {
        out += "<h2>Errata</h2>\n<p>Every line is proved by the computation and the argument behind its link.</p>\n" +
               errata_table(entries);
    }
    std::string source;
    for (const ReproducedEntry& e : entries) {
        if (e.entry.source != source) {
            source = e.entry.source;
            out += fmt::format("<h2>{}</h2>\n", escaped(source));
        }
        out += article(e);
    }
    return out + "</body></html>\n";
}

}  // namespace stickslip::cli
