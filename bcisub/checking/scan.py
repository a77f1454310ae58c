"""The script that reads sources inside the target interpreter; nothing of the submission is executed."""

from __future__ import annotations

# Python 3.8. Imports under `try` and under `if TYPE_CHECKING` are the team's own affair; so is a load under `try`.
SCRIPT = r"""
import ast, importlib.util, json, os, re, sys

question = json.load(sys.stdin)
LOADERS = {"open", "load", "loads", "loadtxt", "genfromtxt", "fromfile", "memmap", "loadmat", "read_csv", "read_excel",
           "read_pickle", "read_json", "load_model", "load_weights", "imread", "File", "InferenceSession", "Booster",
           "read_bytes", "read_text", "listdir", "CDLL", "from_file", "from_pretrained", "load_state_dict"}
ABSOLUTE = re.compile(r"^([A-Za-z]:[\\/]|\\\\|/(?!dev/|proc/|tmp/|sys/)[^/\s]+/)")
missing, absolute, bound, classes = [], [], {}, {}
known = {}


def have(module):
    if module not in known:
        local = any(os.path.exists(os.path.join(folder, module + ending))
                    for folder in question["folders"] for ending in ("", ".py", ".pyc"))
        try:
            known[module] = local or module in sys.modules or importlib.util.find_spec(module) is not None
        except (ImportError, ValueError):
            known[module] = False
    return known[module]


def text_of(node, names):
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.Name):
        return names.get(node.id)
    if isinstance(node, ast.Call) and called(node) in ("Path", "PurePath", "join", "str", "abspath") and node.args:
        return text_of(node.args[0], names)
    if isinstance(node, ast.BinOp):
        return text_of(node.left, names)
    if isinstance(node, ast.JoinedStr) and node.values:
        return text_of(node.values[0], names)
    return None


def called(node):
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def walk(name, node, names, guarded):
    if isinstance(node, ast.Try):
        for part in node.body:
            walk(name, part, names, True)
        for part in node.handlers + node.orelse + node.finalbody:
            walk(name, part, names, guarded)
        return
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
        for part in node.orelse:
            walk(name, part, names, guarded)
        return
    if not guarded:
        if isinstance(node, ast.Import):
            look(name, node, [one.name for one in node.names])
        elif isinstance(node, ast.ImportFrom) and not node.level:
            look(name, node, [node.module])
        elif isinstance(node, ast.Call):
            subjects = list(node.args[:1]) + [one.value for one in node.keywords if "file" in (one.arg or "")]
            if called(node) in ("read_bytes", "read_text", "open") and isinstance(node.func, ast.Attribute):
                subjects.append(node.func.value)
            for subject in subjects if called(node) in LOADERS else ():
                path = text_of(subject, names)
                if path and ABSOLUTE.match(path):
                    absolute.append([name, node.lineno, called(node), path])
    for part in ast.iter_child_nodes(node):
        walk(name, part, names, guarded)


def look(name, node, modules):
    for module in modules:
        top = module.split(".")[0]
        if not have(top):
            missing.append([name, node.lineno, top])


def top_level(tree):
    names, star = set(), False
    for node in ast.walk(tree):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            star = star or any(one.name == "*" for one in node.names)
            names.update(one.asname or one.name.split(".")[0] for one in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return None if star else names


for name, path in sorted(question["sources"].items()):
    with open(path, "rb") as file:
        tree = ast.parse(file.read(), name)
    constants = {target.id: node.value.value for node in ast.walk(tree)
                 if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
                 and isinstance(node.value.value, str)
                 for target in node.targets if isinstance(target, ast.Name)}
    walk(name, tree, constants, False)
    names = top_level(tree)
    if names is not None:
        bound[name] = sorted(names)
    classes[name] = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
json.dump({"missing": missing, "absolute": absolute, "bound": bound, "classes": classes}, sys.stdout)
"""
