export { reasonOf, showFailure } from '../kernel/failure.ts'
