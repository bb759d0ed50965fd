import { badRequest } from '../../../api/errors.ts'
import { MAX_AVATAR_FILE_SIZE_MIB } from './avatar-files.ts'

/** Every upload of the picture of an account uses these rules. */
export const AVATAR_RULES = {
  mostBytes: MAX_AVATAR_FILE_SIZE_MIB * 1_048_576,
  tooLarge: () => badRequest(`Uploaded file is larger than the allowed limit of ${MAX_AVATAR_FILE_SIZE_MIB} MiB`),
}
