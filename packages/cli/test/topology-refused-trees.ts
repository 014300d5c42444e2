import { LIMITS } from '@opsgraph/core'
import type { RefusedFile } from './topology-refused-file.js'

/** Invalid topologies in the format of an earlier release (trees). The paths of their faults are paths in the tree. */
export const REFUSED_TREES: readonly RefusedFile[] = trees()

// Helpers

function trees(): readonly RefusedFile[] {
  const tree = (type: string, label: string, ...children: readonly unknown[]) => ({ type, label, children })
  const shopTree = (...children: readonly unknown[]) => ({
    service: 'shop',
    tree: tree('service', 'Shop', ...children),
  })
  return [
    { title: 'a tree without a service', file: tree('service', 'Shop'), faults: [['serviceMissing', 'service']] },
    {
      title: 'an invalid orientation of a tree',
      file: { ...shopTree(), orientation: 'RL' },
      faults: [['invalidOrientation', 'orientation']],
    },
    {
      title: 'a node of a tree without a label, children that are not a list',
      file: shopTree(tree('environment', 'P', { type: 'resource' }, { ...tree('resource', 'a'), children: 1 })),
      faults: [
        ['invalidNode', 'tree.children[0].children[1].children'],
        ['missingLabel', 'tree.children[0].children[0].label'],
      ],
    },
    {
      title: 'a tree with one resource under two environments',
      file: shopTree(tree('environment', 'P', tree('resource', 'a')), tree('environment', 'T', tree('resource', 'a'))),
      faults: [['resourceInMultipleEnvironments', 'tree.children[0].children[0]']],
    },
    {
      title: 'a tree of more than 5,000 nodes',
      file: shopTree(...Array.from({ length: LIMITS.topologyNodes }, (_, at) => tree('environment', `${at}`))),
      faults: [['tooLarge', 'tree']],
    },
  ]
}
