import { bodyDefects } from './body-defects.ts'
import type { Defect } from './defect.ts'
import { headDefects } from './head-defects.ts'

export const defects: readonly Defect[] = [...headDefects, ...bodyDefects]
