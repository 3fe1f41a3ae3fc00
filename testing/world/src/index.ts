export { countedSubject, processedSubject } from '@quire/content'
export { migratedDatabase } from './migrated-database.ts'
export { makeReadOnly } from './read-only-database.ts'
export { createWorld, type Person, type World } from './world.ts'
