#pragma once

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace opfsmark::test {

/// Just enough JSON to read the golden vectors, which hold no escapes. Throws where they are not
/// what is asked for.
class Json {
 public:
  static Json read(const std::string& name) {
    std::ifstream file(std::string(OPFSMARK_VECTORS) + "/" + name);
    if (!file) throw std::runtime_error("cannot open " + name);
    std::stringstream text;
    text << file.rdbuf();
    std::string content = text.str();
    const char* at = content.c_str();
    return parse(at);
  }

  [[nodiscard]] const Json& operator[](const std::string& key) const { return members_.at(key); }
  [[nodiscard]] const std::vector<Json>& items() const { return items_; }
  [[nodiscard]] const Json& item(std::size_t index) const { return items_.at(index); }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] double number() const {
    char* end = nullptr;
    const double value = std::strtod(text_.c_str(), &end);
    if (text_.empty() || *end != '\0') throw std::runtime_error("not a number: " + text_);
    return value;
  }
  [[nodiscard]] std::uint64_t integer() const { return static_cast<std::uint64_t>(number()); }

 private:
  static void skip_space(const char*& at) {
    while (std::isspace(static_cast<unsigned char>(*at)) != 0) ++at;
  }
  static void expect(const char*& at, char c) {
    skip_space(at);
    if (*at != c)
      throw std::runtime_error(std::string("expected ") + c + " at " +
                               std::string(at).substr(0, 20));
    ++at;
    skip_space(at);
  }

  template <typename Element>
  static void list(const char*& at, char open, char close, Element element) {
    expect(at, open);
    while (*at != close) {
      element();
      skip_space(at);
      if (*at != close) expect(at, ',');
    }
    ++at;
  }

  static Json parse(const char*& at) {
    skip_space(at);
    Json json;
    if (*at == '{') {
      list(at, '{', '}', [&] {
        const std::string key = string(at);
        expect(at, ':');
        json.members_.emplace(key, parse(at));
      });
    } else if (*at == '[') {
      list(at, '[', ']', [&] { json.items_.push_back(parse(at)); });
    } else if (*at == '"') {
      json.text_ = string(at);
    } else {
      while (*at != '\0' && std::string(",]} \n\r\t").find(*at) == std::string::npos)
        json.text_ += *at++;
    }
    return json;
  }

  static std::string string(const char*& at) {
    if (*at++ != '"') throw std::runtime_error("expected a string");
    std::string text;
    for (; *at != '"'; ++at) {
      if (*at == '\0' || *at == '\\')
        throw std::runtime_error("string with an escape or without an end");
      text += *at;
    }
    ++at;
    return text;
  }

  std::map<std::string, Json> members_;
  std::vector<Json> items_;
  std::string text_;
};

}  // namespace opfsmark::test
