export { countedSubject, processedSubject } from '@quire/content'
export { migratedDatabase } from './databases.ts'
export { createWorld, type Person, type World } from './world.ts'
