#!/usr/bin/env python3
"""Every kernel of AMD's code objects in files: `occupancy inspect` beside llvm-readelf.

    compare.py OCCUPANCY FILE…              wheels, libraries, code objects
    compare.py OCCUPANCY --remarks FILE…    code objects, beside what clang printed into FILE.remarks as well

It reads no section and no table of a bundle: a code object is what begins like one, in the bytes of a file and in those that
are compressed there. It needs Debian's llvm-22 and zstd.
"""
import collections, json, pathlib, re, struct, subprocess, sys, tempfile, zipfile, zlib

ELF, CCOB = b"\x7fELF\x02\x01\x01\x40", b"CCOB"
# Where the version of the header has the size of the whole, and how long it is.
HEADERS = {2: ("<I", 8, 24), 3: ("<Q", 8, 32)}
# The VGPRs of these count those for accumulation, which begin at a multiple of four. Others have two files.
SHARED = ("gfx90a", "gfx942", "gfx950")
# Rows that are printed; all are counted.
PRINTED = 10


def code_objects(data):
    """Every code object in some bytes. Its table of sections is its end."""
    at = data.find(ELF)
    while at >= 0:
        if data[at + 18:at + 20] == b"\xe0\0":
            (table,), (size, count) = struct.unpack_from("<Q", data, at + 40), struct.unpack_from("<HH", data, at + 58)
            yield data[at:at + table + size * count]
        at = data.find(ELF, at + 1)
    at = data.find(CCOB)
    while at >= 0:
        version, method = struct.unpack_from("<HH", data.ljust(at + 8, b"\0"), at + 4)
        if version in HEADERS and method < 2:
            form, where, head = HEADERS[version]
            packed = data[at + head:at + struct.unpack_from(form, data, at + where)[0]]
            unzstd = lambda: subprocess.run(["zstd", "-dc"], input=packed, capture_output=True, check=True).stdout
            yield from code_objects(unzstd() if method else zlib.decompress(packed))
        at = data.find(CCOB, at + 1)


def members(path):
    """The files of a wheel with their names, or the file."""
    if not zipfile.is_zipfile(path):
        return [(str(path), path.read_bytes())]
    with zipfile.ZipFile(path) as wheel:
        return [(f"{path}:{name}", wheel.read(name)) for name in wheel.namelist() if wheel.getinfo(name).file_size > 64]


def readelf(*arguments):
    return subprocess.run(["llvm-readelf-22", *arguments], capture_output=True, check=True, text=True).stdout


def metadata(notes):
    """The kernels of a note that llvm-readelf prints as YAML; maps inside of a kernel are left out."""
    kernels, key = [], ""
    of_kernels = notes.partition("amdhsa.kernels:\n")[2].partition("\namdhsa.")[0]
    for line in of_kernels.splitlines():
        if line.startswith("  - ."):
            kernels.append({})
        if line[:5] in ("  - .", "    ."):
            key, _, value = line[5:].partition(":")
            kernels[-1][key] = value.strip().strip("'") or []
        elif line.startswith("      - ") and line[8:].isdecimal():
            kernels[-1][key].append(int(line[8:]))
    return kernels


def said(code, scratch):
    """What llvm-readelf says of each kernel of a code object, in the words of `occupancy inspect`."""
    scratch.write_bytes(code)
    printed = readelf("--file-header", "--notes", "--symbols", "--wide", str(scratch))
    sizes = {name: int(size) for size, name in re.findall(r": \w+ +(\d+) FUNC .* (\S+)$", printed, re.M)}
    # Before version 4, the header alone names the target.
    named = re.search(r"amdhsa.target: +'?amdgcn-amd-amdhsa--([\w-]+)", printed)
    named = named or re.search(r"Flags: +0x\w+, (gfx[\w-]+)", printed)
    for kernel in metadata(printed):
        number = lambda key: int(kernel[key]) if key in kernel else None
        is_wgp = {None: None, 0: False, 1: True}[number("workgroup_processor_mode")]
        modes = (":wave64" if number("wavefront_size") == 64 else "") + ("" if is_wgp else ":cu")
        yield {
            "symbol": kernel["name"],
            "target": named[1] + ("" if is_wgp is None else modes),
            "is_relocatable": "REL (" in printed,
            "vgprs": number("vgpr_count"),
            "agprs": number("agpr_count"),
            "sgprs": number("sgpr_count"),
            "spilled_vgprs": number("vgpr_spill_count"),
            "spilled_sgprs": number("sgpr_spill_count"),
            "static_shared_memory": number("group_segment_fixed_size"),
            "stack": None if kernel.get("uses_dynamic_stack") == "true" else number("private_segment_fixed_size"),
            "max_block": [number("max_flat_workgroup_size"), 1, 1],
            "required_block": kernel.get("reqd_workgroup_size"),
            "wavefront_size": number("wavefront_size"),
            "workgroup_processor_mode": is_wgp,
            "parameter_bytes": number("kernarg_segment_size"),
            "code_bytes": sizes.get(kernel["name"]),
        }


def remarks(printed, target):
    """The figures of each kernel, and of each function, in the remarks of clang."""
    for of_one in printed.split("Function Name: ")[1:]:
        # What a target has not is not printed.
        value = lambda key: (re.search(re.escape(key) + r": (\w+)", of_one) or "00")[1]
        number = lambda key: int(value(key))
        vgprs, agprs = number(" VGPRs"), number("AGPRs")
        yield of_one.split()[0], {
            "vgprs": -(-vgprs // 4) * 4 + agprs if agprs and target in SHARED else max(vgprs, agprs),
            "agprs": agprs,
            "sgprs": number("TotalSGPRs"),
            "spilled_vgprs": number("VGPRs Spill"),
            "spilled_sgprs": number("SGPRs Spill"),
            "static_shared_memory": number("LDS Size [bytes/block]"),
            "stack": None if value("Dynamic Stack") == "True" else number("ScratchSize [bytes/lane]"),
        }


def compare(read, expected):
    """The number of figures, and a line for each kernel that one side has and the other has not, with these figures."""
    row = lambda kernel: json.dumps(kernel, sort_keys=True)
    read, expected = (collections.Counter(map(row, kernels)) for kernels in (read, expected))
    lines = [f"read {kernel}" for kernel in (read - expected).elements()]
    lines += [f"said {kernel}" for kernel in (expected - read).elements()]
    return sum(len(json.loads(kernel)) * count for kernel, count in expected.items()), sorted(lines, key=lambda line: line[5:])


def main():
    occupancy, *files = sys.argv[1:]
    has_remarks = files[0] == "--remarks"
    failed = False
    for path in map(pathlib.Path, files[has_remarks:]):
        expected, count = [], 0
        with tempfile.TemporaryDirectory() as scratch:
            for name, data in members(path):
                for code in code_objects(data):
                    count += 1
                    expected += [{"file": name, **kernel} for kernel in said(code, pathlib.Path(scratch) / "code")]
        command = [occupancy, "inspect", "--mangled", "--all", "--format", "json", str(path)]
        ran = subprocess.run(command, capture_output=True, text=True)
        rows = [row for row in json.loads(ran.stdout or "[]") if row["target"].startswith("gfx")]
        figures, lines = compare([{key: row[key] for key in expected[0]} for row in rows], expected)
        if has_remarks:
            printed = dict(remarks(path.with_suffix(".remarks").read_text(), expected[0]["target"]))
            read = {row["symbol"]: {key: row[key] for key in printed[row["symbol"]]} for row in rows}
            # Without a second file, there is no count of it.
            read = [{**row, "agprs": row["agprs"] or 0, "symbol": name} for name, row in read.items()]
            more, others = compare(read, [{**printed[row["symbol"]], "symbol": row["symbol"]} for row in rows])
            figures, lines = figures + more, lines + others
        targets = len({kernel["target"].split(":")[0] for kernel in expected})
        print(f"{path.name}: {figures:,} figures of {len(expected):,} kernels for {targets} targets in {count:,} code objects, {len(lines)} rows differ")
        print("".join(f"  {line}\n" for line in lines[:PRINTED]) + ran.stderr, end="")
        failed |= bool(lines) or ran.returncode != 0 or not expected
    sys.exit(failed)


if __name__ == "__main__":
    main()
