#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "case_options.hpp"
#include "identify_report.hpp"
#include "key_range.hpp"
#include "kind.hpp"
#include "kinds/case_identification.hpp"
#include "measurement_file.hpp"
#include "progress.hpp"
#include "result_files.hpp"
#include "tell.hpp"
#include "verb.hpp"
#include "written.hpp"

namespace stickslip::cli {

namespace {

struct IdentifyRequest {
    CaseOptions problem;
    std::string data_file;
    MeasurementColumns columns;
    std::vector<std::string> fitted;
    std::vector<std::string> bounds;
    std::string out_file;
    std::string plot_file;
    bool is_json = false;
};

/// What --fit names, with what --bounds says of it.
std::vector<FittedKey> fitted_keys(const IdentifyRequest& request) {
    std::vector<FittedKey> keys;
    for (const std::string& key : request.fitted) keys.push_back({key, {}, {}});
    for (const std::string& text : request.bounds) {
        const KeyRange range = open_range(text, "--bounds");
        const auto fitted = std::ranges::find(keys, range.key, &FittedKey::key);
        if (fitted == keys.end()) {
            throw std::invalid_argument(fmt::format("--bounds {}: {} is not among what --fit names", text, range.key));
        }
        fitted->lower = range.from;
        fitted->upper = range.to;
    }
    return keys;
}

int run_identify(const IdentifyRequest& request) {
    constexpr int profile_points = 16;  // of the curves in a picture
    const std::vector<FittedKey> keys = fitted_keys(request);
    const CaseDocument document = request.problem.open();
    const CaseKind& kind = kind_of(document).studies();
    const MeasuredData measured = read_measurement(request.data_file, request.columns);
    ResultFiles files(request.out_file, request.plot_file, {".toml"});
    const Identification found = [&] {
        const Waiting waiting("identify");
        const IdentifyOptions options{.profile_points = files.plot ? profile_points : 0};
        return measured.curve ? identify(kind, document, *measured.curve, keys, options)
                              : identify(kind, document, measured.record, keys, options);
    }();
    const IdentifyReport report{measured, found, request.data_file, document.title()};
    if (!found.is_found) {
        if (request.is_json) fmt::print("{}", identify_json(report));
        tell_on_stderr("stickslip: {}: {}\n", request.data_file, found.reason);
        return no_result;
    }
    if (files.data) files.data->write(identified_case(report));
    files.finish([&] { return plot_identification(report); });
    fmt::print("{}", request.is_json ? identify_json(report) : identify_text(report));
    tell_written({request.out_file, request.plot_file}, request.is_json);
    return done;
}

}  // namespace

Verb add_identify(CLI::App& app) {
    auto request = std::make_shared<IdentifyRequest>();
    CLI::App* command =
        request->problem.add_verb(app, "identify", "Find friction and other numbers of a case from a measured motion");
    command
        ->add_option("--data", request->data_file,
                     "The record: rows of time and a value for each sensor in SI units, a line of heads is allowed; or "
                     "a response curve with the heads frequency (rad/s) or frequency_hz, amplitude and perhaps phase")
        ->type_name("F.csv")
        ->required();
    command
        ->add_option("--fit", request->fitted,
                     "The numbers to find: keys of the case, and sensor.offset for a constant that the sensor adds. A "
                     "start that the case does not give is found as well")
        ->type_name("KEY,KEY")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->required();
    command->add_option("--quantity", request->columns.quantity, "What the record is of; without it, displacement")
        ->type_name("displacement|velocity|acceleration")
        ->transform(CLI::CheckedTransformer(
            std::map<std::string, MeasuredQuantity>{{"displacement", MeasuredQuantity::displacement},
                                                    {"velocity", MeasuredQuantity::velocity},
                                                    {"acceleration", MeasuredQuantity::acceleration}}));
    command
        ->add_option("--column", request->columns.column,
                     "The column of the values where there are more than two: its head, or its number from 2 on")
        ->type_name("NAME");
    command
        ->add_option("--channels", request->columns.channels,
                     "Where several sensors sit, column after column: degrees of freedom by number or name, "
                     "or a difference such as 2-1. Without it the heads say so: x2 and ch2 are degree of freedom 2")
        ->type_name("DOF,DOF")
        ->delimiter(',')
        ->allow_extra_args(false);
    command
        ->add_option("--bounds", request->bounds, "Look for the value of a key between a and b only; may be repeated")
        ->type_name("KEY=a:b")
        ->allow_extra_args(false);
    command->add_option("--out", request->out_file, "Write the case with the numbers found")->type_name("CASE.toml");
    command
        ->add_option(
            "--plot", request->plot_file,
            "Draw the record, the motion, what is left over and the profile of each number to F.svg, F.png or F.pdf")
        ->type_name("F");
    command->add_flag("--json", request->is_json, "Print the result as JSON instead of text");
    command->footer(
        "Examples:\n"
        "  stickslip identify block.toml --data decay.csv --fit friction.mu,oscillator.stiffness --plot fit.svg\n"
        "  stickslip identify block.toml --data phone.csv --quantity acceleration --column 2 --fit "
        "friction.mu,oscillator.stiffness,sensor.offset --out found.toml\n"
        "  stickslip identify frame.toml --data floors.csv --fit contact.foot.bound,contact.joint.bound\n"
        "  stickslip identify block.toml --data curve.csv --fit friction.bound,oscillator.damping\n"
        "For one mass on a line and for many masses, free or under a known load. Numbers of the case that are fitted "
        "need only be rough. The intervals hold the true value in 95 of 100 records if the model is right; whether it "
        "is, is told. A response curve holds half of peak to peak of the steady motion, and the lag of its fundamental "
        "behind the load.\n"
        "Exit code 3: no motion of the case is near the record, or the record cannot tell the numbers apart.");
    return {command, [request] { return run_identify(*request); }};
}

}  // namespace stickslip::cli
