//! What `occupancy explain` takes, and what shells complete it to.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use occupancy::errors::PAGES;
use occupancy_core::Lint;

use crate::topic::{self, Topic};

/// What can be explained. Shells complete codes, arguments and warnings, and messages do not list them all.
pub(crate) fn topic() -> impl TypedValueParser<Value = Topic> {
    Topics
}

#[derive(Clone)]
struct Topics;

impl TypedValueParser for Topics {
    type Value = Topic;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Topic, Error> {
        let topic = |text: &str| topic::topic(text);
        topic.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let code = |(code, page): &(&'static str, &'static str)| {
            PossibleValue::new(*code).help(topic::headline(page))
        };
        let mut names: Vec<_> = ["launch_config"]
            .into_iter()
            .chain(topic::arguments().map(|(name, _)| name))
            .chain(Lint::ALL.into_iter().map(Lint::name))
            .collect();
        names.sort_unstable();
        names.dedup();
        let names = names.into_iter().map(PossibleValue::new);
        Some(Box::new(PAGES.iter().map(code).chain(names)))
    }
}
