import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long, the longest first. A long file that starts last would keep one worker busy after the others
 * have ended. A fresh clone knows no durations of earlier runs, so they are listed.
 */
const LONG = [
  'test/fuzz/fuzz-endpoints.test.ts',
  'scripts/test-command.test.ts',
  'test/faults/',
  'server/organization/realm/update-realm.test.ts',
  'server/kernel/db/embedded/',
  'server/operations/process/',
  'cli/',
  'test/',
  'server/operations/fsck/fsck.test.ts',
  'test/markdown/safety/',
]

const rankOf = ({ moduleId, project }: TestSpecification): number => {
  const path = moduleId.slice(project.config.root.length + 1)
  const rank = LONG.findIndex((start) => path.startsWith(start))
  return rank < 0 ? LONG.length : rank
}

/** Vitest's own order within the listed files and within the others. A worker is only kept for the same project. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isAlone = ({ project }: TestSpecification): boolean => project.config.isolate
    return sorted.toSorted((a, b) => Number(isAlone(b)) - Number(isAlone(a)) || rankOf(a) - rankOf(b))
  }
}
