//! Names that a function can have in Rust, but not a kernel in CUDA C.

/// The keywords and alternative tokens of C++, and `main`.
///
/// Source: ISO/IEC 14882:2020, 5.11 `[lex.key]`, 5.5 `[lex.digraph]` and 6.9.3.1 `[basic.start.main]`.
const RESERVED: &str = " alignas alignof and and_eq asm auto bitand bitor bool break case catch char \
    char8_t char16_t char32_t class compl concept const consteval constexpr constinit const_cast \
    continue co_await co_return co_yield decltype default delete do double dynamic_cast else enum \
    explicit export extern false float for friend goto if inline int long main mutable namespace new \
    noexcept not not_eq nullptr operator or or_eq private protected public register \
    reinterpret_cast requires return short signed sizeof static static_assert static_cast struct \
    switch template this thread_local throw true try typedef typeid typename union unsigned using \
    virtual void volatile wchar_t while xor xor_eq ";

/// Returns `name`, or `kernel` if the name is reserved in CUDA C.
pub(super) fn kernel_name(name: &str) -> &str {
    if RESERVED.split(' ').any(|reserved| reserved == name) {
        "kernel"
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::kernel_name;

    #[test]
    fn keywords_of_c_are_no_names() {
        for name in ["private", "delete", "main", "xor", "alignas", "xor_eq"] {
            assert_eq!(kernel_name(name), "kernel", "{name}");
        }
        for name in ["saxpy", "move", "xor_", "x", "kernel"] {
            assert_eq!(kernel_name(name), name);
        }
    }
}
