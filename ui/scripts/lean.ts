// Leaves out of React DOM what this site never uses, an eighth of the script of every first view: hydration, view transitions,
// refs of fragments, activities, lists of suspense, and the loading of style sheets and scripts by components. React decides by flags of
// its own build which features it has; these come after it. The build fails where React no longer has one of the names, and
// where the site begins to use one of the features.
import type { Plugin } from 'vite'

/** Functions that only these features call, or that do nothing without them. */
const UNUSED = {
  hydration: `prepareToHydrateHostInstance resetHydrationState queueHydrationError throwOnHydrationMismatch canHydrateInstance canHydrateTextInstance
    canHydrateHydrationBoundary getNextHydratable getNextHydratableInstanceAfterHydrationBoundary mountHostRootWithoutHydrating
    updateDehydratedSuspenseComponent retrySuspenseComponentWithoutHydrating retryDehydratedSuspenseBoundary clearHydrationBoundary hideOrUnhideDehydratedBoundary
    commitSuspenseHydrationCallbacks attemptContinuousHydration attemptHydrationAtCurrentPriority attemptExplicitHydrationTarget
    accumulateOrCreateContinuousQueuedReplayableEvent attemptReplayContinuousQueuedEvent attemptReplayContinuousQueuedEventInMap replayUnblockedEvents
    scheduleReplayQueueIfNeeded retryIfBlockedOn`,
  'view transitions': `startViewTransition trackEnterViewTransitions applyViewTransitionToHostInstances applyViewTransitionToHostInstancesRecursive
    restoreViewTransitionOnHostInstances commitAppearingPairViewTransitions commitEnterViewTransitions commitDeletedPairViewTransitions commitExitViewTransitions
    commitNestedViewTransitions restorePairedViewTransitions restoreEnterOrExitViewTransitions restoreNestedViewTransitions
    measureViewTransitionHostInstancesRecursive measureNestedViewTransitions recursivelyTraverseAfterMutationEffects commitAfterMutationEffectsOnFiber
    flushAfterMutationEffects scheduleViewTransitionEvent reportViewTransitionError applyViewTransitionName restoreViewTransitionName createViewTransitionInstance`,
  'refs of fragments': `FragmentInstance commitNewChildToFragmentInstance commitNewChildToFragmentInstances deleteChildFromFragmentInstance
    commitFragmentInstanceInsertionEffects commitFragmentInstanceDeletionEffects collectClientRects scrollTextNodeIntoView validateDocumentPositionWithFiberTree`,
  'activities and lists of suspense': `updateActivityComponent retryActivityComponentWithoutHydrating mountActivityChildren commitActivityHydrationCallbacks
    updateSuspenseListComponent initSuspenseListRenderState`,
  'style sheets and scripts': `createHoistableInstance preconnectAs preconnect preload preloadModule preinitStyle preinitScript preinitModuleScript getResource
    getStylesheetSelectorFromKey stylesheetPropsFromRawProps preloadStylesheet acquireResource insertStylesheet adoptPreloadPropsForStylesheet
    getHydratableHoistableCache mountHoistable preloadResource suspendResource insertSuspendedStylesheets insertStylesheetIntoRoot preloadResourceAndSuspendIfNeeded`,
}

/** Functions that answer without the features. */
const ANSWERS = { popHydrationState: '!1', queueIfContinuousEvent: '!1', getParentHydrationBoundary: 'null', isHostHoistableType: '!1' }

/** Variables that never become true. */
const NEVER = ['isHydrating', 'shouldStartViewTransition']

const USE = /import [^;\n]*\b(Activity|ViewTransition|SuspenseList|hydrateRoot|preconnect|prefetchDNS|preload|preloadModule|preinit|preinitModule)\b[^;\n]* from 'react(-dom(\/client)?)?'|<Fragment [^>]*\bref=/

/** React DOM without them. */
function lean(code: string, fail: (missing: string) => never): string {
  /** Replaces what stands in the code once. */
  const once = (pattern: RegExp, by: string) => (code = pattern.test(code) ? code.replace(pattern, by) : fail(pattern.source))
  for (const name of Object.values(UNUSED).flatMap((names) => names.split(/\s+/))) once(new RegExp(`^function ${name}\\([^]*?^}$`, 'm'), `function ${name}() {}`)
  for (const [name, answer] of Object.entries(ANSWERS)) once(new RegExp(`^function ${name}\\([^]*?^}$`, 'm'), `function ${name}() { return ${answer} }`)
  for (const start of ['exports\\.hydrateRoot = ', 'ReactDOMHydrationRoot\\.prototype\\.unstable_scheduleHydration = ']) once(new RegExp(`^${start}[^]*?^};$`, 'm'), '')
  code = code.replace(/^FragmentInstance\.prototype\.\w+ = [^]*?^};$/gm, '')
  for (const name of NEVER) {
    // A parameter before it has the name, too.
    const at = code.search(new RegExp(`\\b${name} = !1,`))
    if (at < 0) fail(name)
    const own = code.slice(at).replace(`${name} = !1,`, '').replace(new RegExp(`\\b${name} = `, 'g'), '')
    code = code.slice(0, at) + own.replace(new RegExp(`(?<![\\w$.])${name}(?![\\w$])`, 'g'), '!1')
  }
  return code
}

export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [/react-dom-client\.production\.js$/, /\/src\/.*\.tsx?$/] },
      handler(code, id) {
        if (id.includes('react-dom-client')) return { code: lean(code, (missing) => this.error(`React DOM has changed: nothing is like ${missing}`)), map: null }
        const use = USE.exec(code)
        if (use) this.error(`scripts/lean.ts leaves this out of the build: ${use[0]}`)
        return undefined
      },
    },
  }
}
