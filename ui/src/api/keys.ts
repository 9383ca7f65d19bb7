// The cache keys of answers. They are made from the paths of the API, so a path that does not exist fails to compile.
// A key matches every key that begins with it, so the key of a path matches every answer to that path.
import type { QueryKey } from '@tanstack/react-query'
import type { paths } from './schema'

/** A path with a GET call. */
export type GetPath = { [Path in keyof paths]: paths[Path] extends { get: object } ? Path : never }[keyof paths]
type InPath<Path extends GetPath> = paths[Path] extends { get: { parameters: { path: infer Params extends object } } } ? Params : never

const init = (inPath: object | undefined) => (inPath ? { params: { path: inPath } } : {})

/** Everything that was asked at a path: `keyOf('/api/projects')`, or of one thing only: `keyOf('/api/projects/{id}', { id })`. */
export const keyOf = <Path extends GetPath>(path: Path, inPath?: InPath<Path>): QueryKey => (inPath ? ['get', path, init(inPath)] : ['get', path])

/** The keys of several paths without parameters. */
export const keysOf = (...paths: GetPath[]): QueryKey[] => paths.map((path) => keyOf(path))

/** The key of a list that is cached in a shape of its own: with its total, page after page, or without paging. */
export const listKey = <Path extends GetPath>(path: Path, shape: ListShape, asked: object = {}): QueryKey => ['get', path, asked, shape]

export type ListShape = 'page' | 'pages' | 'all'

/** The key of every list of this shape at a path, whatever its other parameters are. */
export const listsOf = <Path extends GetPath>(path: Path, shape: ListShape, inPath?: InPath<Path>): QueryKey => listKey(path, shape, init(inPath))
