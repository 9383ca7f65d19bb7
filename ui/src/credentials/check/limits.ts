// What the check in the browser takes on, so that no file can stop the page.

/** Bytes of a file, and of the text of a credential. Certificates at the largest scale have less than one million. */
export const FILE_BYTES = 25 * 1024 * 1024
export const TEXT_BYTES = 1024 * 1024
