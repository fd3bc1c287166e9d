//! The attributes in the section of one kernel.

use super::CubinError;
use super::attribute::{self, Attribute, Attributes, Wanted};
use super::elf::Part;
use super::work_budget::WorkBudget;

/// The values of a kernel's own attributes.
#[derive(Clone, Copy)]
pub(super) struct KernelAttributes {
    pub(super) toolkit: Option<u32>,
    pub(super) barriers: Option<u32>,
    pub(super) parameter_bytes: Option<u32>,
    pub(super) max_block: Option<(u32, u32, u32)>,
    pub(super) required_block: Option<(u32, u32, u32)>,
    pub(super) register_cap: Option<u32>,
    pub(super) cluster_dim: Option<(u32, u32, u32)>,
    pub(super) max_cluster_rank: Option<u32>,
    pub(super) is_cluster_explicit: bool,
    pub(super) are_blocks_clusters: bool,
    /// `None` after an annotation of another kind, whose length is not known.
    pub(super) spill_instructions: Option<u32>,
    pub(super) virtual_resources: Option<u32>,
}

impl KernelAttributes {
    const NONE: Self = Self {
        toolkit: None,
        barriers: None,
        parameter_bytes: None,
        max_block: None,
        required_block: None,
        register_cap: None,
        cluster_dim: None,
        max_cluster_rank: None,
        is_cluster_explicit: false,
        are_blocks_clusters: false,
        spill_instructions: Some(0),
        virtual_resources: None,
    };

    /// The attributes of a kernel's section; none without a section.
    pub(super) const fn read(
        info: Option<Part<'_>>,
        steps: &mut WorkBudget,
    ) -> Result<Self, CubinError> {
        let mut own = Self::NONE;
        let Some(info) = info else {
            return Ok(own);
        };
        let mut attributes = match Attributes::new(info, steps) {
            Ok(attributes) => attributes,
            Err(error) => return Err(error),
        };
        loop {
            let attribute = match attributes.next(Wanted::Own) {
                Ok(Some(attribute)) => attribute,
                Ok(None) => return Ok(own),
                Err(error) => return Err(error),
            };
            if let Err(error) = own.take(&attribute) {
                return Err(error);
            }
        }
    }

    const fn take(&mut self, attribute: &Attribute<'_>) -> Result<(), CubinError> {
        let (place, value) = match attribute.id {
            attribute::CUDA_API_VERSION => (&mut self.toolkit, attribute.word()),
            attribute::NUM_BARRIERS => (&mut self.barriers, attribute.byte()),
            attribute::CBANK_PARAM_SIZE => (&mut self.parameter_bytes, attribute.half()),
            attribute::MAXREG_COUNT => (&mut self.register_cap, attribute.half()),
            attribute::MAX_CLUSTER_RANK => (&mut self.max_cluster_rank, attribute.word()),
            attribute::VRC_CTA_INIT_COUNT => (&mut self.virtual_resources, attribute.byte()),
            attribute::MAX_THREADS => return state_dims(&mut self.max_block, attribute),
            attribute::REQNTID => return state_dims(&mut self.required_block, attribute),
            attribute::CTA_PER_CLUSTER => return state_dims(&mut self.cluster_dim, attribute),
            attribute::EXPLICIT_CLUSTER => {
                self.is_cluster_explicit = true;
                return attribute.flag();
            }
            attribute::BLOCKS_ARE_CLUSTERS => {
                self.are_blocks_clusters = true;
                return attribute.flag();
            }
            attribute::ANNOTATIONS => return self.count_spills(attribute),
            _ => return Ok(()),
        };
        match value {
            Ok(value) => state(place, value, attribute),
            Err(error) => Err(error),
        }
    }

    /// Adds up the annotations of spills. An attribute has a limited size, so there can be several.
    const fn count_spills(&mut self, attribute: &Attribute<'_>) -> Result<(), CubinError> {
        let counted = match attribute.count_annotations(SPILL) {
            Ok(counted) => counted,
            Err(error) => return Err(error),
        };
        self.spill_instructions = match (self.spill_instructions, counted) {
            // Of records that each took a step, two for each annotation.
            (Some(before), Some(counted)) => Some(before + counted),
            _ => None,
        };
        Ok(())
    }
}

/// The kind of the annotation that `cuobjdump` calls `SpillRefill`.
const SPILL: u32 = 1;

/// Takes a stated value; a second one has to be the same.
pub(super) const fn state(
    place: &mut Option<u32>,
    value: u32,
    attribute: &Attribute<'_>,
) -> Result<(), CubinError> {
    if let Some(before) = *place
        && before != value
    {
        return Err(attribute.contradiction());
    }
    *place = Some(value);
    Ok(())
}

/// The same for three dimensions.
const fn state_dims(
    place: &mut Option<(u32, u32, u32)>,
    attribute: &Attribute<'_>,
) -> Result<(), CubinError> {
    let (x, y, z) = match attribute.dims() {
        Ok(dims) => dims,
        Err(error) => return Err(error),
    };
    if let Some(before) = *place
        && (before.0 != x || before.1 != y || before.2 != z)
    {
        return Err(attribute.contradiction());
    }
    *place = Some((x, y, z));
    Ok(())
}
