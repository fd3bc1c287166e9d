//! The files of one crate, and what is wrong between them.

use crate::file::{File, Path};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

/// The files of a crate by the paths of their modules: `gpu/device`, and nothing for the root.
pub(crate) struct Tree(pub(crate) BTreeMap<String, File>);

/// From each module to those that it imports from: the line of the first import, and what is imported.
type Edges<'t> = BTreeMap<&'t str, BTreeMap<String, (usize, BTreeSet<String>)>>;

/// The item that a path leads to, with the path of its module.
enum Found {
    Module(String),
    ItemOf(String),
}

impl Tree {
    /// The files that the root declares, and those that they declare; `read` has the code of a module.
    pub(crate) fn new(
        read: impl Fn(&str) -> Result<File, Box<dyn Error>>,
    ) -> Result<Self, Box<dyn Error>> {
        let mut files = BTreeMap::new();
        let mut names = vec![String::new()];
        while let Some(name) = names.pop() {
            let file = read(&name)?;
            names.extend(file.modules.keys().map(|module| inside(&name, module)));
            files.insert(name, file);
        }
        Ok(Self(files))
    }

    /// Each import that goes up or in a circle, and each module that is in no room: its module, its line and
    /// what is wrong.
    pub(crate) fn faults(&self, rooms: &[&str]) -> Vec<(String, usize, String)> {
        let place = |name: &str| {
            let mut rooms = rooms.iter();
            rooms.position(|joined| joined.split('+').any(|room| room == name))
        };
        let mut faults = Vec::new();
        let modules = &self.0[""].modules;
        for room in rooms.iter().flat_map(|joined| joined.split('+')) {
            if !modules.contains_key(room) {
                faults.push((String::new(), 1, format!("there is no room `{room}`")));
            }
        }
        for (name, &line) in modules {
            if place(name).is_none() {
                faults.push((String::new(), line, format!("`{name}` is in no room")));
            }
        }
        let mut edges = Edges::new();
        // The root may import from all.
        for (module, file) in self.0.iter().filter(|(module, _)| !module.is_empty()) {
            for (line, path, is_passed_on) in &file.uses {
                let mut fault = |text| faults.push((module.clone(), *line, text));
                if let Some(name) = of_root(module, path) {
                    let room = room(module);
                    match (place(name), place(room)) {
                        // An exported macro writes paths through the root, as its users do.
                        (None, _) if path[0] != "$crate" => {
                            fault(format!("`crate::{name}` is not in a room"));
                        }
                        (Some(there), Some(here)) if there < here => {
                            fault(format!("`{room}` imports from `{name}`, which is above it"));
                        }
                        _ => {}
                    }
                }
                if !is_passed_on
                    && let Some(Found::ItemOf(target)) = self.find(module, path, 0)
                    && target != *module
                    && (room(&target) == room(module)
                        || place(room(&target)) != place(room(module)))
                {
                    let edge = edges.entry(module).or_default().entry(target);
                    let (_, names) = edge.or_insert((*line, BTreeSet::new()));
                    // Once imported, it is used under its own name.
                    if names.is_empty() || !file.imports.contains_key(&path[0]) {
                        names.insert(format!("`{}`", path.join("::")));
                    }
                }
            }
        }
        for (&module, targets) in &edges {
            for (target, (line, names)) in targets {
                if reaches(&edges, target, module) {
                    let all: Vec<_> = names.iter().map(String::as_str).collect();
                    let names = all.join(", ");
                    let text = format!("{names} of `{target}`, which leads back to `{module}`");
                    faults.push((module.to_owned(), *line, text));
                }
            }
        }
        faults
    }

    /// The item that a path in a module leads to; `None` if it leaves the crate.
    fn find(&self, module: &str, path: &[String], steps: usize) -> Option<Found> {
        // An import that leads to itself.
        if steps > 20 {
            return None;
        }
        let mut names = path.iter();
        let mut found = match names.next()?.as_str() {
            "crate" | "$crate" => Found::Module(String::new()),
            "self" => Found::Module(module.to_owned()),
            "super" => Found::Module(above(module)),
            name => self.named(module, name, steps)?,
        };
        for name in names {
            found = match found {
                Found::Module(inner) if name == "super" => Found::Module(above(&inner)),
                Found::Module(inner) => match self.named(&inner, name, steps) {
                    Some(found) => found,
                    // A macro declares it.
                    None => Found::ItemOf(inner),
                },
                Found::ItemOf(_) => break,
            };
        }
        Some(found)
    }

    fn named(&self, module: &str, name: &str, steps: usize) -> Option<Found> {
        let file = &self.0[module];
        if file.modules.contains_key(name) {
            Some(Found::Module(inside(module, name)))
        } else if let Some(path) = file.imports.get(name) {
            self.find(module, path, steps + 1)
        } else if file.items.contains(name) {
            Some(Found::ItemOf(module.to_owned()))
        } else {
            file.globs
                .iter()
                .find_map(|path| match self.find(module, path, steps + 1)? {
                    Found::Module(inner) if inner != module => self.named(&inner, name, steps + 1),
                    _ => None,
                })
        }
    }
}

/// The name after the root of the crate, in a path that goes through it.
fn of_root<'p>(module: &str, path: &'p Path) -> Option<&'p str> {
    let depth = module.split('/').count();
    let ups = path.iter().take_while(|name| *name == "super").count();
    match path[0].as_str() {
        "crate" | "$crate" => path.get(1).map(String::as_str),
        "super" if ups == depth => path.get(ups).map(String::as_str),
        _ => None,
    }
}

fn room(module: &str) -> &str {
    module.split('/').next().unwrap_or_default()
}

fn inside(module: &str, name: &str) -> String {
    if module.is_empty() {
        name.to_owned()
    } else {
        format!("{module}/{name}")
    }
}

fn above(module: &str) -> String {
    module
        .rsplit_once('/')
        .map_or(String::new(), |(above, _)| above.to_owned())
}

fn reaches(edges: &Edges, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module)
            && let Some(targets) = edges.get(module)
        {
            open.extend(targets.keys().map(String::as_str));
        }
    }
    false
}
