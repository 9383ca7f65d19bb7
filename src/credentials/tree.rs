//! The Merkle tree of RFC 9162 over a list that only grows: its roots, and the proofs that an entry is in it and that a longer
//! list begins with a shorter one. Only the hashes of full parts are kept; all others come of at most two of them a level.

use sha2::{Digest, Sha256};

/// A hash in the tree.
pub type Hash = [u8; 32];

/// The part of the tree that covers the entries from `place`·2^`level` to (`place` + 1)·2^`level`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Part {
    pub level: u32,
    pub place: i64,
}

/// The hash of an entry.
pub fn leaf(entry: &[u8]) -> Hash {
    Sha256::new().chain_update([0]).chain_update(entry).finalize().into()
}

fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
}

/// The parts that become full with the entry at `place`, the smallest first. `find` gives the hash of a full part.
///
/// # Errors
/// Those of `find`.
pub fn filled<E>(place: i64, entry: Hash, mut find: impl FnMut(Part) -> Result<Hash, E>) -> Result<Vec<(Part, Hash)>, E> {
    let mut part = Part { level: 0, place };
    let mut hash = entry;
    let mut filled = vec![(part, hash)];
    while part.place % 2 == 1 {
        let left = find(Part {
            level: part.level,
            place: part.place - 1,
        })?;
        hash = node(&left, &hash);
        part = Part {
            level: part.level + 1,
            place: part.place / 2,
        };
        filled.push((part, hash));
    }
    Ok(filled)
}

/// The largest power of two below `size`, which is at least 2.
const fn split(size: i64) -> i64 {
    1 << ((size - 1).ilog2())
}

/// The hash over `size` entries from `start` on; `start` is where the definition of the tree puts such a part.
fn range<E>(start: i64, size: i64, find: &mut impl FnMut(Part) -> Result<Hash, E>) -> Result<Hash, E> {
    if size.count_ones() == 1 {
        let level = size.ilog2();
        return find(Part {
            level,
            place: start >> level,
        });
    }
    let left = split(size);
    Ok(node(&range(start, left, find)?, &range(start + left, size - left, find)?))
}

/// The root over the first `size` entries.
///
/// # Errors
/// Those of `find`.
pub fn root<E>(size: i64, mut find: impl FnMut(Part) -> Result<Hash, E>) -> Result<Hash, E> {
    if size == 0 {
        return Ok(Sha256::digest([]).into());
    }
    range(0, size, &mut find)
}

/// The proof that the entry at `place` is among the first `size`: RFC 9162, 2.1.3.1. `place` is below `size`.
///
/// # Errors
/// Those of `find`.
pub fn inclusion<E>(place: i64, size: i64, mut find: impl FnMut(Part) -> Result<Hash, E>) -> Result<Vec<Hash>, E> {
    let (mut start, mut size) = (0, size);
    let mut path = Vec::new();
    while size > 1 {
        let left = split(size);
        if place - start < left {
            path.push(range(start + left, size - left, &mut find)?);
            size = left;
        } else {
            path.push(range(start, left, &mut find)?);
            start += left;
            size -= left;
        }
    }
    path.reverse();
    Ok(path)
}

/// The proof that the first `old` entries are the beginning of the first `size`: RFC 9162, 2.1.4.1. `old` is from 1 to `size`.
///
/// # Errors
/// Those of `find`.
pub fn consistency<E>(old: i64, size: i64, mut find: impl FnMut(Part) -> Result<Hash, E>) -> Result<Vec<Hash>, E> {
    let (mut start, mut old, mut size) = (0, old, size);
    let mut is_known = true;
    let mut path = Vec::new();
    while old < size {
        let left = split(size);
        if old <= left {
            path.push(range(start + left, size - left, &mut find)?);
            size = left;
        } else {
            path.push(range(start, left, &mut find)?);
            start += left;
            old -= left;
            size -= left;
            is_known = false;
        }
    }
    if !is_known {
        path.push(range(start, size, &mut find)?);
    }
    path.reverse();
    Ok(path)
}

/// What is signed of a head: the key, the size, the root in hexadecimal digits, the time, each in a line of its own.
pub fn head_text(key: &str, size: i64, root: &str, at: &str) -> String {
    format!("{key}\n{size}\n{root}\n{at}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use std::convert::Infallible;

    fn hash(text: &str) -> Hash {
        let bytes: Vec<u8> = (0..64).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect();
        bytes.try_into().unwrap()
    }

    /// The roots that the reference implementation of Certificate Transparency has in its tests for these entries.
    #[test]
    fn the_roots_are_those_of_certificate_transparency() {
        let entries: [&[u8]; 8] = [
            &[],
            &[0],
            &[0x10],
            &[0x20, 0x21],
            &[0x30, 0x31],
            &[0x40, 0x41, 0x42, 0x43],
            &[0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57],
            &[
                0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f,
            ],
        ];
        let roots = [
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
        ];
        let mut parts: HashMap<Part, Hash> = HashMap::new();
        assert_eq!(root(0, |part| Ok::<_, Infallible>(parts[&part])), Ok(hash(roots[0])));
        for (place, entry) in (0..).zip(entries) {
            let full = filled(place, leaf(entry), |part| Ok::<_, Infallible>(parts[&part])).unwrap();
            parts.extend(full);
            assert_eq!(
                root(place + 1, |part| Ok::<_, Infallible>(parts[&part])),
                Ok(hash(roots[place as usize + 1]))
            );
        }
        let find = |part| Ok::<_, Infallible>(parts[&part]);
        let path = |found: Result<Vec<Hash>, Infallible>| found.unwrap();
        assert_eq!(
            path(inclusion(0, 8, find)),
            [
                "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
            ]
            .map(hash)
        );
        assert_eq!(
            path(consistency(6, 8, find)),
            [
                "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            ]
            .map(hash)
        );
        assert_eq!(path(consistency(8, 8, find)), Vec::<Hash>::new());
    }
}
