import { operations } from '../operation.ts'

export const sitesOperations = operations('sites', {})
