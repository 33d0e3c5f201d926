// blake3
