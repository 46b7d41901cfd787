// Conditions are judged here and not by SQL: values must be in normal form first, and nothing that a user typed becomes
// a query.
#include "sextant/results/store_reader.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <new>

#include "sextant/core/error.h"
#include "sextant/results/option_value.h"
#include "sextant/results/sql_value.h"
#include "sextant/results/store.h"
#include "sextant/results/store_checksum.h"
#include "sextant/results/store_file.h"

namespace sextant::results {
namespace {

constexpr int milliseconds_to_wait_for_writers = 60'000;

/// The path as SQLite's URI for a file that nobody changes.
std::string as_immutable(const std::string& path) {
  std::string uri = "file:";
  for (const char letter : path)
    uri += letter == '?' || letter == '#' || letter == '%' ? fmt::format("%{:02x}", letter) : std::string(1, letter);
  return uri + "?immutable=1";
}

/// A reader that may write leaves no files of the write-ahead log behind, and nothing but that is written. Where the
/// place is read-only, nobody else writes either and the file is taken as it is.
std::unique_ptr<SQLite::Database> open(const std::string& path, bool shared) {
  try {
    auto database = std::make_unique<SQLite::Database>(path, SQLite::OPEN_READWRITE, milliseconds_to_wait_for_writers,
                                                       shared ? "unix-none" : "");
    database->exec("PRAGMA query_only = ON");
    database->tableExists("runs");  // only now is the file really opened
    return database;
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() != SQLITE_CANTOPEN && error.getErrorCode() != SQLITE_READONLY) throw;
    return std::make_unique<SQLite::Database>(as_immutable(path), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
  }
}

template <class Work>
auto reading_with_name(const std::string& path, const Work& work) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() == SQLITE_CORRUPT || error.getErrorCode() == SQLITE_NOTADB)
      throw DamagedStore(fmt::format("database {} cannot be read: {}", path, error.what()));
    if (error.getErrorCode() == SQLITE_NOMEM) throw std::bad_alloc();  // no fault of the request
    fail("database {} cannot be read: {}", path, error.what());
  }
}

std::optional<double> read_number_or_nothing(const SQLite::Column& column) {
  return column.isNull() ? std::nullopt : std::optional(column.getDouble());
}

void check_row(const std::string& path, const std::vector<std::pair<std::string, Tree>>& columns) {
  const auto said = std::ranges::find(columns, row_checksum, &std::pair<std::string, Tree>::first);
  if (said == columns.end() || said->second.is_null() || said->second == Tree(checksum_row(columns))) return;
  std::string name = "unknown";
  for (const auto& [column, value] : columns)
    if (column == "name" && value.is_string()) name = value.get<std::string>();
  throw DamagedStore(fmt::format("database {}: the row of run {} is damaged", path, name));
}

/// Puts one value of a row where it belongs.
void put_value(const std::string& column, const Tree& value, RunRecord& run) {
  if (value.is_null() || column == "id" || column == row_checksum || column == metrics_checksum) return;
  if (column == "name")
    run.name = value.get<std::string>();
  else if (column == "status")
    run.status = value.get<std::string>();
  else if (column == "fault")
    run.fault = value.get<std::string>();
  else if (column == "code")
    run.code = value.get<std::string>();
  else if (column == "step")
    run.step = value.get<Index>();
  else if (column == "steps")
    run.steps = value.get<Index>();
  else if (column == "parameters")
    run.parameters = value.get<Index>();
  else if (column == "seconds")
    run.seconds = value.get<double>();
  else if (column.starts_with(final_prefix))
    run.finals[column.substr(final_prefix.size())] = value;
  else
    run.settings[column] = value;
}

using RunsById = std::map<std::int64_t, RunRecord*>;

void read_metrics_of(SQLite::Database& database, const RunsById& runs) {
  SQLite::Statement rows(database,
                         "SELECT run, step, split, loss, accuracy, learning_rate, gradient_norm FROM metrics "
                         "ORDER BY run, step, rowid");
  while (rows.executeStep()) {
    const auto run = runs.find(rows.getColumn(0).getInt64());
    if (run == runs.end()) continue;
    MetricsRow& row = run->second->metrics.emplace_back();
    row.step = rows.getColumn(1).getInt64();
    row.split = rows.getColumn(2).getString();
    int place = 3;
    for (const auto& [name, member] : metrics_columns) row.*member = read_number_or_nothing(rows.getColumn(place++));
  }
}

/// Of the meter, where runs had one: those of a step are one row again. Stores of before have no such table.
void read_readings_of(SQLite::Database& database, const RunsById& runs) {
  if (!database.tableExists("readings")) return;
  SQLite::Statement rows(database, "SELECT run, step, name, value FROM readings ORDER BY run, step, rowid");
  while (rows.executeStep()) {
    const auto run = runs.find(rows.getColumn(0).getInt64());
    if (run == runs.end() || rows.getColumn(3).isNull()) continue;
    auto& metrics = run->second->metrics;
    const Index step = rows.getColumn(1).getInt64();
    if (metrics.empty() || metrics.back().readings.empty() || metrics.back().step != step)
      metrics.push_back({.step = step, .split = "meter"});
    metrics.back().readings.emplace_back(rows.getColumn(2).getString(), rows.getColumn(3).getDouble());
  }
}

}  // namespace

StoreReader::StoreReader(const std::string& path) : path_(path) {
  reading_with_name(path_, [&] {
    const bool shared = needs_lock_file(path_);
    if (shared) lock_.emplace(path_ + ".lock", std::chrono::milliseconds(milliseconds_to_wait_for_writers));
    database_ = open(path_, shared);
    const int found = database_->execAndGet("PRAGMA user_version").getInt();
    require(found <= Store::version,
            "database {}: written by a newer sextant (schema version {}, supported {}); upgrade sextant", path_, found,
            Store::version);
    if (const std::string fault = database_->execAndGet("PRAGMA integrity_check(1)").getString(); fault != "ok")
      throw DamagedStore(fmt::format("database {}: {}", path_, fault));
    require(database_->tableExists("runs") && database_->tableExists("axes"),
            "{}: an SQLite file, but not a results database (no tables runs and axes)", path_);
  });
}

StoreReader::~StoreReader() = default;

std::map<std::string, std::string> StoreReader::statuses() const {
  return reading_with_name(path_, [&] {
    std::map<std::string, std::string> result;
    SQLite::Statement select(*database_, "SELECT name, status FROM runs");
    while (select.executeStep()) result[select.getColumn(0).getString()] = select.getColumn(1).getString();
    return result;
  });
}

std::vector<std::string> StoreReader::axes() const {
  return reading_with_name(path_, [&] {
    std::vector<std::string> keys;
    SQLite::Statement select(*database_, "SELECT key FROM axes ORDER BY position");
    while (select.executeStep()) keys.push_back(select.getColumn(0).getString());
    return keys;
  });
}

ResultsTable StoreReader::runs(const std::vector<Condition>& conditions) const {
  return reading_with_name(path_, [&] {
    ResultsTable table;
    SQLite::Statement select(*database_, "SELECT * FROM runs ORDER BY id");
    for (int i = 0; i < select.getColumnCount(); ++i) table.columns.emplace_back(select.getColumnName(i));
    std::vector<std::size_t> places;
    for (const auto& condition : conditions) places.push_back(table.find(condition.column));
    while (select.executeStep()) {
      auto columns = read_row(select);
      check_row(path_, columns);
      std::vector<Tree> row;
      for (auto& [name, value] : columns) row.push_back(is_option(name) ? normal_value(value) : std::move(value));
      bool wanted = true;
      for (std::size_t i = 0; i < places.size(); ++i) wanted = wanted && holds(conditions[i], row[places[i]]);
      if (wanted) table.rows.push_back(std::move(row));
    }
    return table;
  });
}

std::vector<RunRecord> StoreReader::records(const std::string& runs_directory) const {
  const ResultsTable table = runs({});
  const std::size_t id = table.find("id");
  std::vector<RunRecord> records(table.rows.size());
  RunsById by_id;
  for (std::size_t i = 0; i < records.size(); ++i) {
    for (std::size_t j = 0; j < table.columns.size(); ++j) put_value(table.columns[j], table.rows[i][j], records[i]);
    records[i].directory = runs_directory + "/" + records[i].name;
    by_id[table.rows[i][id].get<std::int64_t>()] = &records[i];
  }
  reading_with_name(path_, [&] {
    read_metrics_of(*database_, by_id);
    read_readings_of(*database_, by_id);
  });
  if (table.has(metrics_checksum)) {
    const std::size_t column = table.find(metrics_checksum);
    for (std::size_t i = 0; i < records.size(); ++i)
      if (const Tree& said = table.rows[i][column];
          said.is_string() && said != Tree(checksum_metrics(records[i].metrics)))
        throw DamagedStore(fmt::format("database {}: the metrics of run {} are damaged", path_, records[i].name));
  }
  return records;
}

}  // namespace sextant::results
