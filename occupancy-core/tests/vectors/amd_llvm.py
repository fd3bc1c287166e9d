#!/usr/bin/env python3
"""What LLVM itself says of occupancy, for generated kernels: a row a configuration, a character a target.

    amd_llvm.py --llc /usr/bin/llc-22 --rows 12000 >half.csv            # Debian's llvm-22
    amd_llvm.py --triton .../triton/_C/libtriton.so --rows 12000 >other.csv  # the LLVM of PyPI's triton
    amd_llvm.py --join half.csv other.csv >amd_llvm.csv

A kernel is one `define amdgpu_kernel` whose inline assembly clobbers the last register of each file, with
`amdgpu-flat-work-group-size`, `amdgpu-lds-size` and, for the modes of RDNA, `target-features`. LLVM counts the
registers and prints `; Occupancy: N`, waves per SIMD ("EU"). The figures that it counted are asserted to be those
that were asked for, so a row cannot lie about its inputs. No GPU, no ROCm.
"""
import argparse, concurrent.futures as cf, functools, importlib.util, random, re, subprocess, sys, tempfile

RDNA = "gfx1010 gfx1030 gfx1100 gfx1101 gfx1102 gfx1150 gfx1151 gfx1200 gfx1201".split()
TARGETS = "gfx906 gfx908 gfx90a gfx942 gfx950".split() + RDNA + ["gfx1250"]
AGPRS = {"gfx908", "gfx90a", "gfx942", "gfx950"}
LDS = {"gfx950": 163840, "gfx1250": 327680}
# SGPRs that LLVM adds to those that the code names: VCC, XNACK and, from gfx942 on, the architected FLAT_SCRATCH.
EXTRA = {"gfx906": 4, "gfx908": 4, "gfx90a": 4, "gfx942": 6, "gfx950": 6}
# The mode of row i is MODES[i % 4], on the targets of RDNA.
MODES = [("32", "wgp"), ("64", "wgp"), ("32", "cu"), ("64", "cu")]


def near(r, values, low, high):
    return min(max(r.choice(values) + r.choice([-1, 0, 0, 1, 1]), low), high)


def configurations(count):
    r = random.Random(355)
    totals = [256, 512, 768, 1024, 1536]
    edges = sorted({t // n // g * g for t in totals for n in range(1, 21) for g in (4, 8, 12, 16, 24)} - {0})
    sizes = sorted({k // n for k in (65536, 131072, 163840, 327680) for n in range(1, 65)})
    granules = [-2048, -1280, -1024, -512, -1, 0, 0, 1, 512, 1024, 1280, 2048]
    rows = []
    for i in range(count):
        focus = i // 4 % 6  # so that each resource decides in many rows, in every mode
        some = lambda which: focus in (which, 4, 5)
        threads = near(r, range(32, 1025, 32), 1, 1024) if r.random() < 0.6 else r.randint(1, 1024)
        vgprs = r.randint(1, 16)
        if some(0):
            vgprs = near(r, edges, 1, 256) if r.random() < 0.5 else r.randint(1, 256)
        agprs = 0
        if some(1) and r.random() < 0.8:
            agprs = near(r, edges, 1, 256) if r.random() < 0.4 else r.randint(1, 256)
        sgprs = r.randint(24, 102) if some(2) else 24  # what LLVM passes to a kernel takes up to 24
        lds = 0
        if some(3) and r.random() < 0.9:
            lds = r.choice(sizes) + r.choice(granules) if r.random() < 0.6 else r.randint(1, 70000)
        rows.append((threads, vgprs, agprs, sgprs, min(max(lds, 0), 327680)))
    return rows


def module(target, rows, first):
    out = ['target triple = "amdgcn-amd-amdhsa"']
    for i, (threads, vgprs, agprs, sgprs, lds) in enumerate(rows, first):
        clobbers = [f"~{{v{vgprs - 1}}}", f"~{{s{sgprs - 1}}}"]
        if agprs and target in AGPRS:
            clobbers.append(f"~{{a{agprs - 1}}}")
        features = ""
        if target in RDNA:
            wave, mode = MODES[i % 4]
            features = f'"target-features"="-wavefrontsize{96 - int(wave)},+wavefrontsize{wave},{"+-"[mode == "wgp"]}cumode"'
        out.append(
            f'define amdgpu_kernel void @k{i}() nounwind {features} "amdgpu-lds-size"="{min(lds, LDS.get(target, 65536))}" '
            f'"amdgpu-flat-work-group-size"="{threads},{threads}" {{\n'
            f'call void asm sideeffect "", "{",".join(clobbers)}"()\nret void\n}}')
    return "\n".join(out)


def figure(text, name):
    found = re.search(rf"^; {name}: (\d+)", text, re.M)
    return int(found[1]) if found else None


def answers(target, rows, first, assembly):
    out = []
    kernels = re.split(r"^; Kernel info:$", assembly, flags=re.M)[1:]
    assert len(kernels) == len(rows), (target, len(kernels), len(rows))
    for (threads, vgprs, agprs, sgprs, lds), text in zip(rows, kernels):
        has_agprs = target in AGPRS
        assert figure(text, "NumVgprs") == vgprs, (target, vgprs, text)
        assert not has_agprs or figure(text, "NumAgprs") == agprs, (target, agprs, text)
        assert figure(text, "TotalNumSgprs") == sgprs + EXTRA.get(target, 0), (target, sgprs, text)
        assert figure(text, "LDSByteSize") == min(lds, LDS.get(target, 65536)), (target, lds, text)
        out.append("0123456789abcdefghijklmn"[figure(text, "Occupancy")])
    return out


def with_llc(llc):
    def run(target, source):
        with tempfile.NamedTemporaryFile("w", suffix=".ll") as file:
            file.write(source)
            file.flush()
            command = [llc, "-O0", "-mtriple=amdgcn-amd-amdhsa", f"-mcpu={target}", file.name, "-o", "-"]
            done = subprocess.run(command, capture_output=True, text=True)
            assert done.returncode == 0, (target, done.stderr[:2000])
            return done.stdout
    return run


@functools.cache
def loaded(library):
    spec = importlib.util.spec_from_file_location("libtriton", library)
    libtriton = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(libtriton)
    libtriton.llvm.init_targets()
    return libtriton.llvm


def with_triton(library):
    return lambda target, source: loaded(library).translate_to_asm(
        source, "amdgcn-amd-amdhsa", target, "", [], False, False, False)


def of_target(job):
    target, rows, llc, triton = job
    run = with_llc(llc) if llc else with_triton(triton)
    out = []
    for first in range(0, len(rows), 2000):
        part = rows[first:first + 2000]
        out += answers(target, part, first, run(target, module(target, part, first)))
        print(target, first + len(part), file=sys.stderr)
    return out


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--llc"), p.add_argument("--triton"), p.add_argument("--join", nargs=2)
    p.add_argument("--rows", type=int, default=12000), p.add_argument("--name", default="llvm")
    a = p.parse_args()
    if a.join:
        one, two = ([l.rstrip("\n").split(",") for l in open(f) if not l.startswith("#")] for f in a.join)
        heads = [[l.rstrip("\n") for l in open(f) if l.startswith("#")] for f in a.join]
        print("\n".join(heads[0]))
        for x, y in zip(one, two):
            assert x[:5] == y[:5]
            print(",".join(x + [y[5]]))
        return
    rows = configurations(a.rows)
    jobs = [(target, rows, a.llc, a.triton) for target in TARGETS]
    with cf.ProcessPoolExecutor(2) as pool:
        columns = list(pool.map(of_target, jobs))
    print("# targets " + " ".join(TARGETS))
    print("threads,vgprs,agprs,sgprs,lds," + a.name)
    for row, letters in zip(rows, zip(*columns)):
        print(",".join(map(str, row)) + "," + "".join(letters))


main()
