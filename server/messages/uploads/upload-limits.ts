import { ApiError, badRequest } from '../../../api/errors.ts'

export const MIB = 1_048_576

/** Larger pictures get no thumbnail, because they are read into memory for it. */
export const MAX_PICTURE_BYTES = 32 * MIB

/** One list has at most this number. An account with more sees its newest. */
export const MAX_LISTED_ATTACHMENTS = 10_000

/** `used` is what the uploads of the organization take together, with the new one. No quota: no limit. */
export function requireSpace(used: number, quotaMib: number | null): void {
  if (quotaMib !== null && used > quotaMib * MIB)
    throw new ApiError('REALM_UPLOAD_QUOTA', "Upload would exceed your organization's upload quota.")
}

export const tooLarge = (mostMib: number): ApiError =>
  badRequest(`Uploaded file is larger than the allowed limit of ${mostMib} MiB`)
