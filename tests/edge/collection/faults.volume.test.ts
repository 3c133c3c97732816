import { FINAL, PASSING, STAYING, testFaults } from './support/fault-cases.ts'

testFaults(PASSING, STAYING, FINAL)
