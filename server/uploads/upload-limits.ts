/** Of one file. Register tells clients. */
export const MAX_FILE_UPLOAD_SIZE_MIB = 100

/** Larger pictures get no thumbnail, because they are read into memory for it. */
export const MOST_PICTURE_BYTES = 32 * 1_048_576

/** In one list. An account with more sees its newest. */
export const MOST_LISTED = 10_000
