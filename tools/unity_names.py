"""Names in anonymous namespaces that two sources of one folder share: sources are compiled several at a time (unity
builds), where both would be one. Overloads may share a name, the same alias may stand twice; types, constants and
functions with the same parameter types may not. For tools/check_tree.py.
"""
import collections
import re

TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.[^\']*|[^\'\\\n])\'', re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\n|[^\n])*", re.MULTILINE)
TYPE = re.compile(r"(?:struct|class|enum class|enum|union) (\w+)")
ALIAS = re.compile(r"(?:using|namespace) (\w+) =\s*(.*)", re.DOTALL)
FUNCTION = re.compile(r"[^=(]*?[\s*&>](\w+)\s*\(")
VARIABLE = re.compile(r".*?[\s*&>](\w+)\s*(?:\[[^\]]*\]\s*)*(?:=.*)?$", re.DOTALL)
WORDS = {"return", "if", "for", "while", "switch"}


def strip_texts(source):
    """Without comments, strings and directives, so that braces and semicolons can be counted."""
    plain = TEXT.sub(lambda match: '""' if match.group(0)[0] in 'R"' else "0" if match.group(0)[0] == "'" else "", source)
    return DIRECTIVE.sub("", plain)


def closing(text, start, pair="{}"):
    """The place behind what closes the bracket that opens at `start`."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == pair[0]) - (text[place] == pair[1])
        if depth == 0:
            return place + 1
    return len(text)


def declarations(body):
    """(head, has a body) of every declaration at the top of a namespace."""
    start = place = 0
    while place < len(body):
        if body[place] == "(":
            place = closing(body, place, "()")
        elif body[place] == "{":
            head, place = body[start:place], closing(body, place)
            if not re.match(r"\s*[;,(]", body[place:]):  # of a function
                yield head, True
                start = place
            elif body[place:].lstrip().startswith(";"):  # of a type or of a value
                yield head, True
                start = place = body.index(";", place) + 1
        elif body[place] == ";":
            yield body[start:place], False
            start = place = place + 1
        else:
            place += 1


def parameter_types(text):
    """The types between the parentheses of a function, without names and defaults."""
    types, depth, current = [], 0, ""
    for letter in text + ",":
        if letter == "," and depth == 0:
            current = re.sub(r"\s+", " ", current.split("=")[0]).strip()
            types.append(re.sub(r"^(.*[\s&*>])\w+$", r"\1", current).strip())
            current = ""
        else:
            depth += (letter in "<({[") - (letter in ">)}]")
            current += letter
    return ", ".join(types)


def names(source):
    """(name, kind, what must differ) of everything in the anonymous namespaces of a source."""
    plain = strip_texts(source)
    for opened in re.finditer(r"^namespace \{", plain, re.MULTILINE):
        body = plain[opened.end() : closing(plain, opened.end() - 1) - 1]
        for head, has_body in declarations(body):
            head = head.strip()
            while head.startswith("template"):
                head = head[closing(head, head.index("<"), "<>") :].strip()
            if match := ALIAS.match(head):
                yield match.group(1), "alias", re.sub(r"\s+", " ", match.group(2))
            elif head.startswith("using ") or not head:
                continue
            elif (match := TYPE.match(head)) and "(" not in head:
                if has_body:
                    yield match.group(1), "type", ""
            elif (match := FUNCTION.match(head)) and match.group(1) not in WORDS:
                end = closing(head, match.end() - 1, "()")
                yield match.group(1), "function", parameter_types(head[match.end() : end - 1])
            elif match := VARIABLE.match(head):
                yield match.group(1), "constant", ""


def shared_names(sources):
    """One line for each clash among `sources`, pairs of a path and its text that may be compiled as one."""
    found = collections.defaultdict(list)
    for path, text in sources:
        for name, kind, distinction in names(text):
            found[name].append((path, kind, distinction))
    for name, uses in sorted(found.items()):
        for i, (path, kind, distinction) in enumerate(uses):
            clashes = [other for other, other_kind, other_distinction in uses[:i] if other != path and
                       not (kind == other_kind == "alias" and distinction == other_distinction) and
                       not (kind == other_kind == "function" and distinction != other_distinction)]
            if clashes:
                yield f"{path}: the {kind} '{name}' of its anonymous namespace is also in {clashes[0]}"
                break
