import { structureSchema } from '../structure.ts'
import type { EndpointTable } from './contract.ts'

export const structureEndpoints = {
  structure: {
    access: 'website',
    scope: 'read',
    method: 'GET',
    path: '/api/structure/:id',
    answer: structureSchema,
  },
} as const satisfies EndpointTable
