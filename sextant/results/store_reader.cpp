// Nothing that a user typed becomes SQL: keys must be columns, relations come from a list, values are bound.
#include "sextant/results/store_reader.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include "sextant/core/error.h"
#include "sextant/results/sql_value.h"
#include "sextant/results/store.h"

namespace sextant::results {
namespace {

constexpr int milliseconds_to_wait_for_writers = 60'000;

/// IS and IS NOT also compare with null; an order is one of numbers only.
std::string sql_of(const Condition& condition) {
  const std::string column = quoted_name(condition.column);
  if (condition.relation == "==") return column + " IS ?";
  if (condition.relation == "!=") return column + " IS NOT ?";
  for (const char* order : {"<=", ">=", "<", ">"})
    if (condition.relation == order)
      return fmt::format("(typeof({}) IN ('integer', 'real') AND {} {} ?)", column, column, order);
  fail("unknown relation: {}", condition.relation);
}

/// The path as SQLite's URI for a file that nobody changes.
std::string as_immutable(const std::string& path) {
  std::string uri = "file:";
  for (const char letter : path)
    uri += letter == '?' || letter == '#' || letter == '%' ? fmt::format("%{:02x}", letter) : std::string(1, letter);
  return uri + "?immutable=1";
}

/// A reader that may write leaves no files of the write-ahead log behind, and nothing but that is written. Where the
/// place is read-only, nobody else writes either and the file is taken as it is.
std::unique_ptr<SQLite::Database> open(const std::string& path) {
  try {
    auto database = std::make_unique<SQLite::Database>(path, SQLite::OPEN_READWRITE, milliseconds_to_wait_for_writers);
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
    fail("database {} cannot be read: {}", path, error.what());
  }
}

}  // namespace

StoreReader::StoreReader(const std::string& path) : path_(path) {
  reading_with_name(path_, [&] {
    database_ = open(path_);
    const int found = database_->execAndGet("PRAGMA user_version").getInt();
    require(found <= Store::version,
            "database {}: written by a newer sextant (schema version {}, supported {}); upgrade sextant", path_, found,
            Store::version);
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
    SQLite::Statement names(*database_, "SELECT name FROM pragma_table_info('runs')");
    while (names.executeStep()) table.columns.push_back(names.getColumn(0).getString());
    std::string query = "SELECT * FROM runs";
    for (const auto& condition : conditions) {
      table.find(condition.column);
      query += (&condition == &conditions.front() ? " WHERE " : " AND ") + sql_of(condition);
    }
    SQLite::Statement select(*database_, query + " ORDER BY id");
    int place = 1;
    for (const auto& condition : conditions) bind_value(select, place++, condition.value);
    while (select.executeStep()) {
      auto& row = table.rows.emplace_back();
      // A column that was added since the names were read is left out.
      for (int i = 0; i < static_cast<int>(table.columns.size()); ++i) row.push_back(read_value(select.getColumn(i)));
    }
    return table;
  });
}

}  // namespace sextant::results
