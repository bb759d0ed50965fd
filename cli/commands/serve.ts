import { serve } from '../../server/main.ts'
import type { Input } from '../command.ts'

export const run = ({ config }: Input): Promise<void> => serve(config)
