// A project's cover: its first picture, or else a drawing.
import { cx } from '../lib/cx'
import { ProjectCover } from './ProjectCover'
import type { Picture } from './queries'

type CoverProps = { project: { _id: string; category: string; cover?: Picture }; className?: string }

export function Cover({ project, className }: CoverProps) {
  // What stands at the head of a screen says what it is.
  const classes = cx('block size-full object-cover object-top', className)
  return project.cover ? (
    <img src={project.cover.cardUrl} alt={project.cover.alt} loading="lazy" decoding="async" className={classes} />
  ) : (
    <ProjectCover id={project._id} category={project.category} className={classes} />
  )
}
