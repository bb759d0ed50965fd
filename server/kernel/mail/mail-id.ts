/** A name for the mail of a job: job ids are unique within their organization. Safe as a file name and in a header. */
export const mailId = (realmId: number, jobId: string): string => `${realmId}.${jobId.replaceAll(/[^\w-]/g, '-')}`
