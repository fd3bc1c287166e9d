//! Cubins and fat binaries, put together byte by byte, so that each part can be one that no compiler writes.

/// The numbers of the sections that every cubin here has.
pub(crate) const NAMES: usize = 1;
pub(crate) const STRINGS: usize = 2;
pub(crate) const SYMBOLS: usize = 3;
pub(crate) const INFO: usize = 4;

// Kinds of sections.
pub(crate) const PROGRAM: u32 = 1;
pub(crate) const SYMBOL_TABLE: u32 = 2;
pub(crate) const STRING_TABLE: u32 = 3;
pub(crate) const NO_BITS: u32 = 8;
pub(crate) const ATTRIBUTES: u32 = 0x7000_0000;

/// The attribute REGCOUNT, as `cuobjdump -elf` calls it, with the symbol of a kernel and its registers.
pub(crate) const REGCOUNT: u8 = 0x2f;

/// An attribute with a payload.
pub(crate) fn sized(id: u8, payload: &[u32]) -> Vec<u8> {
    let size = u16::try_from(4 * payload.len()).unwrap();
    let [low, high] = size.to_le_bytes();
    let mut record = vec![4, id, low, high];
    record.extend(payload.iter().flat_map(|word| word.to_le_bytes()));
    record
}

/// A section: its header, and its bytes in the file.
#[derive(Clone, Default)]
pub(crate) struct Section {
    pub(crate) name: u32,
    pub(crate) kind: u32,
    pub(crate) flags: u64,
    pub(crate) link: u32,
    pub(crate) info: u32,
    pub(crate) entry_size: u64,
    /// Its size, if it has no bytes in the file.
    pub(crate) size: u64,
    pub(crate) content: Vec<u8>,
}

/// The numbers of a kernel's symbol and of its sections.
#[derive(Clone, Copy)]
pub(crate) struct Kernel {
    pub(crate) symbol: u32,
    pub(crate) code: usize,
    /// Its own attributes.
    pub(crate) own: usize,
}

/// A cubin of CUDA 13.
#[derive(Clone)]
pub(crate) struct Cubin {
    pub(crate) header: [u8; 64],
    pub(crate) sections: Vec<Section>,
}

impl Cubin {
    /// A cubin without kernels for `sm`: 90 for 9.0.
    pub(crate) fn new(sm: u8) -> Self {
        let mut header = [0; 64];
        header[..9].copy_from_slice(b"\x7fELF\x02\x01\x01\x41\x08");
        // An executable, for CUDA.
        header[16] = 2;
        header[18] = 190;
        header[20] = 1;
        header[49] = sm;
        header[52] = 64;
        header[58] = 64;
        header[62] = 1;
        let mut cubin = Self {
            header,
            sections: vec![Section::default()],
        };
        cubin.section(".shstrtab", STRING_TABLE, 0, &[]);
        cubin.section(".strtab", STRING_TABLE, 0, &[0]);
        cubin.section(".symtab", SYMBOL_TABLE, 0, &[0; 24]);
        cubin.section(".nv.info", ATTRIBUTES, 0, &[]);
        let symbols = &mut cubin.sections[SYMBOLS];
        (symbols.link, symbols.entry_size) = (2, 24);
        cubin
    }

    /// A cubin of CUDA 12: the flags have the compute capability in another place, and the version is that of the
    /// toolkit.
    pub(crate) fn of_abi_7(sm: u8, toolkit: u8) -> Self {
        let mut cubin = Self::new(0);
        cubin.header[7..9].copy_from_slice(&[0x33, 7]);
        cubin.header[20] = toolkit;
        cubin.header[48] = sm;
        cubin
    }

    /// Adds a section, `about` another one, and returns its number.
    pub(crate) fn section(&mut self, name: &str, kind: u32, about: u32, content: &[u8]) -> usize {
        let number = self.sections.len();
        self.sections.push(Section {
            kind,
            info: about,
            content: content.to_vec(),
            ..Section::default()
        });
        self.sections[number].name = self.text(NAMES, name.as_bytes());
        number
    }

    /// The place of a text in a section of texts, which it is added to.
    pub(crate) fn text(&mut self, section: usize, text: &[u8]) -> u32 {
        let texts = &mut self.sections[section].content;
        let at = u32::try_from(texts.len()).unwrap();
        texts.extend_from_slice(text);
        texts.push(0);
        at
    }

    /// Adds the symbol of a kernel, and returns its number.
    pub(crate) fn symbol(&mut self, name: &[u8], code: u16) -> u32 {
        let name = self.text(STRINGS, name);
        let mut symbol = [0; 24];
        symbol[..4].copy_from_slice(&name.to_le_bytes());
        symbol[4..6].copy_from_slice(&[0x12, 0x10]);
        symbol[6..8].copy_from_slice(&code.to_le_bytes());
        let table = &mut self.sections[SYMBOLS].content;
        table.extend_from_slice(&symbol);
        u32::try_from(table.len() / 24 - 1).unwrap()
    }

    /// Adds a kernel of 32 registers, with no other attribute.
    pub(crate) fn kernel(&mut self, name: &str) -> Kernel {
        let code = self.section(&format!(".text.{name}"), PROGRAM, 0, &[0; 8]);
        let number = u32::try_from(code).unwrap();
        let own = self.section(&format!(".nv.info.{name}"), ATTRIBUTES, number, &[]);
        let symbol = self.symbol(name.as_bytes(), u16::try_from(code).unwrap());
        self.sections[code].info = 32 << 24 | symbol;
        self.says(INFO, &sized(REGCOUNT, &[symbol, 32]));
        Kernel { symbol, code, own }
    }

    /// Adds a section of shared memory for a kernel, and returns its number.
    pub(crate) fn shared(&mut self, name: &str, kernel: Kernel, size: u64) -> usize {
        let about = u32::try_from(kernel.code).unwrap();
        let number = self.section(&format!(".nv.shared.{name}"), NO_BITS, about, &[]);
        self.sections[number].size = size;
        number
    }

    /// Adds an attribute to a section.
    pub(crate) fn says(&mut self, section: usize, attribute: &[u8]) {
        self.sections[section].content.extend_from_slice(attribute);
    }

    /// The file: its header, the contents of the sections, and their headers.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut file = self.header.to_vec();
        let mut headers = Vec::new();
        for section in &self.sections {
            let mut header = [0; 64];
            let size = match section.kind {
                NO_BITS => section.size,
                _ => section.content.len() as u64,
            };
            header[..4].copy_from_slice(&section.name.to_le_bytes());
            header[4..8].copy_from_slice(&section.kind.to_le_bytes());
            header[8..16].copy_from_slice(&section.flags.to_le_bytes());
            header[24..32].copy_from_slice(&(file.len() as u64).to_le_bytes());
            header[32..40].copy_from_slice(&size.to_le_bytes());
            header[40..44].copy_from_slice(&section.link.to_le_bytes());
            header[44..48].copy_from_slice(&section.info.to_le_bytes());
            header[56..].copy_from_slice(&section.entry_size.to_le_bytes());
            headers.extend_from_slice(&header);
            file.extend_from_slice(&section.content);
        }
        let headers_at = file.len() as u64;
        file[40..48].copy_from_slice(&headers_at.to_le_bytes());
        let count = u16::try_from(self.sections.len()).unwrap();
        file[60..62].copy_from_slice(&count.to_le_bytes());
        file.extend_from_slice(&headers);
        file
    }

    /// The file, with the content of a section after everything else: it states so many bytes, and so many more follow.
    pub(crate) fn with_last(&self, section: usize, size: usize, more: usize) -> Vec<u8> {
        let mut file = self.bytes();
        let (header, at) = (self.header_of(section), file.len() as u64);
        file[header + 24..header + 32].copy_from_slice(&at.to_le_bytes());
        file[header + 32..header + 40].copy_from_slice(&(size as u64).to_le_bytes());
        file.extend(&self.sections[section].content[..size + more]);
        file
    }

    /// The byte of the file where the header of a section begins.
    pub(crate) fn header_of(&self, section: usize) -> usize {
        let before: usize = self.sections.iter().map(|it| it.content.len()).sum();
        64 + before + 64 * section
    }

    /// The name of a section.
    pub(crate) fn name_of(&self, section: usize) -> &str {
        if section == 0 {
            return "";
        }
        let names = &self.sections[NAMES].content[self.sections[section].name as usize..];
        str::from_utf8(names.split(|byte| *byte == 0).next().unwrap()).unwrap()
    }

    /// The byte of the file where a section begins.
    pub(crate) fn content_of(&self, section: usize) -> usize {
        let before = self.sections[..section].iter();
        64 + before.map(|it| it.content.len()).sum::<usize>()
    }
}
