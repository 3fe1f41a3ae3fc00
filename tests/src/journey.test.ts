import { journeyThrough } from './journey.fixture.ts'

journeyThrough(1)
