import * as z from 'zod'

/** The end of the year 9999. Later times cannot be written in the usual form. */
export const LATEST_TIME = 253_402_300_799

/** A time of delivery as a caller sends it: UNIX seconds. */
export const DeliveryTime = z.int().max(LATEST_TIME)
