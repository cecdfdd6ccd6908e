#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "certify_report.hpp"
#include "cover_report.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "tell.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct CertifyOptions {
    std::optional<double> friction;
    std::optional<double> frequency;
    double damping = 0.0;
    std::string points_file;
    std::string box;
    int quarterings = 7;
    std::string out_file;
    std::string plot_file;
    std::string check_file;
    bool is_json = false;
};

int certify_one(const CertifyOptions& options) {
    if (!options.friction || !options.frequency) {
        throw std::invalid_argument("give --friction-ratio and --frequency-ratio, or a file of them with --points");
    }
    std::optional<OutputFile> file;
    if (!options.out_file.empty()) {
        static_cast<void>(required_suffix(options.out_file, "--out", {".json"}));
        file.emplace(options.out_file);
    }
    const Certificate certificate =
        certify({.friction = *options.friction, .frequency = *options.frequency, .damping = options.damping});
    if (file && certificate.is_proved) {
        file->write(certificate_file(certificate));
        file->commit();
    }
    fmt::print("{}", options.is_json ? certificate_json(certificate) : certificate_text(certificate));
    if (certificate.is_proved) {
        tell_written({options.out_file}, options.is_json);
        return done;
    }
    tell_on_stderr("stickslip: not proved: {}\n", certificate.reason);
    return no_result;
}

int certify_file(const CertifyOptions& options) {
    if (options.friction || options.frequency) {
        throw std::invalid_argument("--points takes all its points from the file; leave out the ratios");
    }
    if (options.out_file.empty()) throw std::invalid_argument("--points needs --out F.csv for its answers");
    static_cast<void>(required_suffix(options.out_file, "--out", {".csv"}));
    certify_points(options.points_file, options.out_file);
    tell_written({options.out_file}, options.is_json);
    return done;
}

int certify_box(const CertifyOptions& options) {
    if (options.friction || options.frequency || !options.points_file.empty()) {
        throw std::invalid_argument("--box takes its ratios from the rectangle; leave out the others and --points");
    }
    CoverRequest request;
    request.box = ratio_box(options.box);
    const bool is_line = request.box.friction.low == request.box.friction.high ||
                         request.box.frequency.low == request.box.frequency.high;
    if (is_line && !options.plot_file.empty()) {
        throw std::invalid_argument("--plot draws rectangles, and --box = " + options.box + " is a line");
    }
    request.damping = options.damping;
    request.most_quarterings = options.quarterings;
    request.progress = parallel_progress("certify");
    ResultFiles files(options.out_file, options.plot_file);
    const Cover found = cover(request);
    request.progress = {};
    if (files.data) files.data->write(cover_csv(found));
    files.finish([&] { return plot_cover(found); });
    fmt::print("{}", options.is_json ? cover_json(found) : cover_text(found));
    tell_written({options.out_file, options.plot_file}, options.is_json);
    return done;
}

int check_certificate(const CertifyOptions& options) {
    if (options.friction || options.frequency || !options.points_file.empty() || !options.box.empty() ||
        !options.out_file.empty()) {
        throw std::invalid_argument("--check takes everything from its file; leave out the other options");
    }
    const std::string objection = objection_to(read_certificate(options.check_file));
    if (options.is_json) {
        fmt::print("{}", check_json(objection));
    } else if (objection.empty()) {
        fmt::print("the certificate holds: checked with intervals of 200 bits\n");
    }
    if (objection.empty()) return done;
    tell_on_stderr("stickslip: the certificate is not confirmed: {}\n", objection);
    return no_result;
}

int run_certify(const CertifyOptions& options) {
    if (!options.check_file.empty()) return check_certificate(options);
    if (!options.box.empty()) return certify_box(options);
    if (!options.plot_file.empty()) throw std::invalid_argument("--plot needs --box");
    if (!options.points_file.empty()) return certify_file(options);
    return certify_one(options);
}

}  // namespace

Verb add_certify(CLI::App& app) {
    auto options = std::make_shared<CertifyOptions>();
    CLI::App* command = app.add_subcommand("certify", "Prove the steady state: its stops and bounds of its amplitude");
    command->add_option("--friction-ratio", options->friction, "Friction force over load amplitude, r_y/p₀")
        ->type_name("f");
    command->add_option("--frequency-ratio", options->frequency, "Load frequency over natural frequency")
        ->type_name("W");
    command->add_option("--damping-ratio", options->damping, "Damping over critical damping, c/(2√(mk)); without it, 0")
        ->type_name("z");
    command
        ->add_option("--points", options->points_file,
                     "Prove every row of a CSV file with the columns friction_ratio, frequency_ratio and, if wanted, "
                     "damping_ratio")
        ->type_name("IN.csv");
    command
        ->add_option("--box", options->box,
                     "Cover a rectangle of friction ratios and frequency ratios with boxes, each with one number of "
                     "stops at all its points; with y0 = y1 or x0 = x1 a line, whose proved ranges are listed")
        ->type_name("x0:x1,y0:y1");
    command
        ->add_option("--quarterings", options->quarterings,
                     "With --box, quarter a box that is not proved at most N times; each more than doubles the work")
        ->type_name("N")
        ->check(CLI::Range(0, 60))
        ->capture_default_str();
    command
        ->add_option("--out", options->out_file,
                     "Write the certificate to F.json, or one row for each point or proved box to F.csv")
        ->type_name("F");
    command->add_option("--plot", options->plot_file, "With --box, draw the proved boxes to F.svg, F.png or F.pdf")
        ->type_name("F");
    command
        ->add_option("--check", options->check_file,
                     "Check a certificate once more, with another arithmetic and other code")
        ->type_name("F.json");
    command->add_flag("--json", options->is_json, "Print the result as JSON instead of text");
    command->footer(
        "Examples:\n"
        "  stickslip certify --friction-ratio 0.6 --frequency-ratio 0.105 --json\n"
        "  stickslip certify --points points.csv --out proofs.csv\n"
        "  stickslip certify --box 0.02:0.98,0.3:1.5 --quarterings 4 --plot proved.png\n"
        "  stickslip certify --box 0.2:0.51,0.1:0.1 --quarterings 40\n"
        "A proof says that a steady motion with exactly these stops exists, that it is the only one, and that its "
        "amplitude lies between the two numbers. The ratios are taken as exactly the numbers that the computer holds.\n"
        "Exit code 3: nothing is proved, and a sentence says why.");
    return {command, [options] { return run_certify(*options); }};
}

}  // namespace stickslip::cli
