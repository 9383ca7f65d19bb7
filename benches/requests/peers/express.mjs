// A site of Express and better-sqlite3 that answers a few of our calls from a copy of our file, as durably as we do:
//   node express.mjs DATABASE PORT
// It does less: no sessions, limits, search index, letters or badges; whoever writes names themselves in a header.
import { createRequire } from 'node:module'
const require = createRequire(process.env.PEERS + '/')
const express = require('express')
const Database = require('better-sqlite3')

const [file, port] = process.argv.slice(2)
const db = new Database(file)
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.pragma('foreign_keys = ON')
db.defaultSafeIntegers(true)

const columns = `p.id, p.number, p.title, p.short_description, p.excerpt, p.github_link, p.demo_link, p.category, p.upvote_count, p.comment_count,
  p.featured, p.status, p.created_at, p.submitted_by, u.name, u.picture,
  (SELECT json_group_array(t.name) FROM (SELECT name FROM project_technologies WHERE project_id = p.id ORDER BY position) t) AS tech_stack`
const list = db.prepare(`SELECT ${columns} FROM projects p JOIN users u ON u.id = p.submitted_by WHERE p.status = 'Approved' ORDER BY p.id DESC LIMIT ?`)
const count = db.prepare(`SELECT count FROM totals WHERE name = 'projects:all'`)
const item = db.prepare(`SELECT ${columns}, p.description, p.description_html FROM projects p JOIN users u ON u.id = p.submitted_by
  WHERE p.id = ? AND p.status = 'Approved'`)
const insertComment = db.prepare('INSERT INTO comments (id, project_id, user_id, text, created_at) VALUES (?, ?, ?, ?, ?)')
const insertUpvote = db.prepare('INSERT INTO upvotes (project_id, user_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
const deleteUpvote = db.prepare('DELETE FROM upvotes WHERE project_id = ? AND user_id = ?')
const upvotes = db.prepare('SELECT upvote_count FROM projects WHERE id = ?')

// Our ids are 64 bits wide and written in 13 digits of base 32.
const toId = (text) => [...text].reduce((sum, digit) => sum * 32n + BigInt(parseInt(digit, 32)), 0n)
const fromId = (id) => id.toString(32).padStart(13, '0')
const at = (millis) => new Date(Number(millis)).toISOString()
let last = 0n
const newId = () => (last = [BigInt(Date.now()) << 20n, last + 1n].reduce((a, b) => (a > b ? a : b)))

const shown = (row) => ({
  _id: fromId(row.id),
  projectId: `PRJ-${row.number.toString().padStart(4, '0')}`,
  title: row.title,
  shortDescription: row.short_description,
  description: row.description ?? row.excerpt,
  ...(row.description_html === undefined ? {} : { descriptionHtml: row.description_html }),
  techStack: JSON.parse(row.tech_stack),
  githubLink: row.github_link,
  demoLink: row.demo_link,
  category: row.category,
  submittedBy: { _id: fromId(row.submitted_by), name: row.name, profilePicture: row.picture },
  upvoteCount: Number(row.upvote_count),
  commentCount: Number(row.comment_count),
  featured: row.featured === 1n,
  status: row.status,
  createdAt: at(row.created_at),
})

const app = express()
app.disable('x-powered-by')
app.get('/api/projects', (request, response) => {
  response.set('X-Total-Count', String(count.get().count))
  response.json(list.all(Math.min(Number(request.query.limit ?? 100), 200)).map(shown))
})
app.get('/api/projects/:id', (request, response) => {
  const row = item.get(toId(request.params.id))
  if (!row) return response.status(404).json({ message: 'There is no such project.' })
  response.json(shown(row))
})
app.post('/api/projects/:id/comment', express.json(), (request, response) => {
  const id = newId()
  insertComment.run(id, toId(request.params.id), toId(request.get('Authorization').slice(7)), request.body.text, Date.now())
  response.json({ comment: { _id: fromId(id), text: request.body.text } })
})
app.post('/api/projects/:id/upvote', express.json(), (request, response) => {
  const [project, user] = [toId(request.params.id), toId(request.get('Authorization').slice(7))]
  const vote = db.transaction(() => {
    if (request.body.upvoted) insertUpvote.run(project, user, Date.now())
    else deleteUpvote.run(project, user)
    return upvotes.get(project).upvote_count
  })
  response.json({ upvoteCount: Number(vote()), hasUpvoted: request.body.upvoted })
})
app.listen(Number(port), '127.0.0.1', () => console.log('Serving'))
