#include "sextant/results/sweep_store.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <map>
#include <set>

#include "sextant/core/error.h"

namespace sextant::results {
namespace {

constexpr int busy_milliseconds = 5000;  // a sweep may be writing
constexpr const char* final_prefix = "final.";

Tree value_of(const SQLite::Column& column) {
  if (column.isInteger()) return column.getInt64();
  if (column.isFloat()) return column.getDouble();
  if (column.isText()) return column.getString();
  return {};
}

std::optional<double> number_of(const SQLite::Column& column) {
  return column.isNull() ? std::nullopt : std::optional(column.getDouble());
}

/// Puts one column of the table `runs` where it belongs.
void read_column(const std::string& name, const SQLite::Column& column, ReportedRun& run) {
  if (column.isNull() || name == "id" || name == "code") return;
  if (name == "name")
    run.name = column.getString();
  else if (name == "status")
    run.status = column.getString();
  else if (name == "fault")
    run.fault = column.getString();
  else if (name == "step")
    run.step = column.getInt64();
  else if (name == "steps")
    run.steps = column.getInt64();
  else if (name == "parameters")
    run.parameters = column.getInt64();
  else if (name == "seconds")
    run.seconds = column.getDouble();
  else if (name.starts_with(final_prefix))
    run.finals[name.substr(6)] = value_of(column);
  else
    run.settings[name] = value_of(column);
}

void read_metrics(SQLite::Database& database, std::map<std::int64_t, std::size_t>& places,
                  std::vector<ReportedRun>& runs) {
  SQLite::Statement rows(database, "SELECT run, step, split, loss, accuracy FROM metrics ORDER BY run, step, rowid");
  while (rows.executeStep()) {
    const auto place = places.find(rows.getColumn(0).getInt64());
    if (place == places.end()) continue;
    runs[place->second].metrics.push_back({rows.getColumn(1).getInt64(), rows.getColumn(2).getString(),
                                           number_of(rows.getColumn(3)), number_of(rows.getColumn(4))});
  }
}

/// Of the meter, where runs had one. Stores of before have no such table.
void read_readings(SQLite::Database& database, std::map<std::int64_t, std::size_t>& places,
                   std::vector<ReportedRun>& runs) {
  if (!database.tableExists("readings")) return;
  SQLite::Statement rows(database, "SELECT run, step, name, value FROM readings ORDER BY run, step, rowid");
  while (rows.executeStep()) {
    const auto place = places.find(rows.getColumn(0).getInt64());
    if (place == places.end() || rows.getColumn(3).isNull()) continue;
    runs[place->second].metrics.push_back({rows.getColumn(1).getInt64(),
                                           "meter",
                                           {},
                                           {},
                                           {{rows.getColumn(2).getString(), rows.getColumn(3).getDouble()}}});
  }
}

}  // namespace

SweepStore read_sweep_store(const std::string& path) try {
  SQLite::Database database(path, SQLite::OPEN_READONLY, busy_milliseconds);
  SweepStore store;
  std::map<std::int64_t, std::size_t> places;
  SQLite::Statement rows(database, "SELECT * FROM runs ORDER BY id");
  while (rows.executeStep()) {
    ReportedRun run;
    for (int i = 0; i < rows.getColumnCount(); ++i) read_column(rows.getColumnName(i), rows.getColumn(i), run);
    if (store.code.empty()) store.code = rows.getColumn("code").getString();
    places[rows.getColumn("id").getInt64()] = store.runs.size();
    store.runs.push_back(std::move(run));
  }
  read_metrics(database, places, store.runs);
  read_readings(database, places, store.runs);
  SQLite::Statement axes(database, "SELECT key FROM axes ORDER BY position");
  while (axes.executeStep()) store.axes.push_back(axes.getColumn(0).getString());
  return store;
} catch (const SQLite::Exception& error) {
  fail("not the results database of a sweep: {}; delete it and re-run the sweep to rebuild it", error.what());
}

}  // namespace sextant::results
