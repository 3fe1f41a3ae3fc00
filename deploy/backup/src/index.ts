export { backUp } from './backup.ts'
export type { Installation } from './installation/installation.ts'
export { keysInFolder } from './installation/keys.ts'
export { restore } from './restore.ts'
