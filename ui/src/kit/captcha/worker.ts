// Searches in a worker, so that the page stays responsive.
import { search, type Task } from './proof'

self.onmessage = ({ data }: MessageEvent<Task>) => self.postMessage(search(data))
