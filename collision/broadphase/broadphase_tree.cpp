// SPDX-License-Identifier: Apache-2.0
#include "collision/broadphase/broadphase_tree.h"

#include <algorithm>
#include <utility>

namespace passung::collision {
namespace {

Aabb unionOf(const Aabb& a, const Aabb& b) {
  Aabb u = a;
  u.add(b);
  return u;
}

bool finite(const Aabb& box) { return box.lower.allFinite() && box.upper.allFinite(); }

}  // namespace

void BroadphaseTree::update(std::span<const Aabb> boxes) {
  const std::size_t n = boxes.size();
  moved_.assign(std::max(n, leafOf_.size()), 0);

  // Bodies that are gone, then those whose box has left its leaf or has become much smaller than it.
  for (std::size_t i = 0; i < leafOf_.size(); ++i) {
    const int leaf = leafOf_[i];
    if (leaf < 0) continue;
    if (i < n && finite(boxes[i]) && node(leaf).box.contains(boxes[i]) &&
        node(leaf).box.size() <= (2 + 4 * kMargin) * boxes[i].size()) {
      continue;
    }
    remove(leaf);
    leafOf_[i] = -1;
    moved_[i] = 1;
  }
  leafOf_.resize(n, -1);
  boxes_.assign(boxes.begin(), boxes.end());
  infinite_.clear();
  for (std::size_t i = 0; i < n; ++i) {
    if (leafOf_[i] >= 0 || boxes[i].empty()) continue;
    if (!finite(boxes[i])) {
      infinite_.push_back(static_cast<int>(i));
      continue;
    }
    const int leaf = allocate();
    node(leaf).box = boxes[i].grown(kMargin * boxes[i].size());
    node(leaf).body = static_cast<int>(i);
    insert(leaf);
    leafOf_[i] = leaf;
    moved_[i] = 1;
  }

  const auto hasMoved = [&](const BodyPair& p) {
    return moved_[static_cast<std::size_t>(p.a)] != 0 || moved_[static_cast<std::size_t>(p.b)] != 0;
  };
  std::erase_if(nearby_, hasMoved);
  const std::size_t kept = nearby_.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (moved_[i] != 0 && leafOf_[i] >= 0) findPairsOf(static_cast<int>(i), nearby_);
  }
  const auto middle = nearby_.begin() + static_cast<std::ptrdiff_t>(kept);
  std::sort(middle, nearby_.end());
  std::inplace_merge(nearby_.begin(), middle, nearby_.end());
}

// Pairs of one moved body. Of two moved bodies, the one of lower index finds the pair.
void BroadphaseTree::findPairsOf(int body, std::vector<BodyPair>& pairs) {
  const Aabb box = node(leafOf_[static_cast<std::size_t>(body)]).box;
  stack_.assign(1, root_);
  while (!stack_.empty()) {
    const Node& x = node(stack_.back());
    stack_.pop_back();
    if (!x.box.overlaps(box)) continue;
    if (!x.leaf()) {
      stack_.push_back(x.right);
      stack_.push_back(x.left);
    } else if (x.body != body && (x.body > body || moved_[static_cast<std::size_t>(x.body)] == 0)) {
      pairs.push_back({std::min(body, x.body), std::max(body, x.body)});
    }
  }
}

std::vector<BodyPair> BroadphaseTree::findPairs(const PairFilter& filter) const {
  std::vector<BodyPair> pairs;
  const auto take = [&](int a, int b) {
    const Aabb& boxA = boxes_[static_cast<std::size_t>(a)];
    const Aabb& boxB = boxes_[static_cast<std::size_t>(b)];
    if (boxB.empty() || !boxA.overlaps(boxB)) return;
    if (!filter || filter(a, b)) pairs.push_back({a, b});
  };
  for (const BodyPair& p : nearby_) take(p.a, p.b);
  if (infinite_.empty()) return pairs;

  // An infinite body meets all others; of two infinite ones the lower finds the pair.
  for (const int i : infinite_) {
    for (int k = 0; k < static_cast<int>(boxes_.size()); ++k) {
      const bool other = std::binary_search(infinite_.begin(), infinite_.end(), k);
      if (k == i || (other && k < i)) continue;
      take(std::min(i, k), std::max(i, k));
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<LevelBox> BroadphaseTree::boxes() const {
  std::vector<LevelBox> result;
  result.reserve(nodes_.size());
  std::vector<std::pair<int, int>> stack;
  if (root_ >= 0) stack.emplace_back(root_, 0);
  while (!stack.empty()) {
    const auto [i, level] = stack.back();
    stack.pop_back();
    result.push_back({node(i).box, level, node(i).body});
    if (node(i).leaf()) continue;
    stack.emplace_back(node(i).right, level + 1);
    stack.emplace_back(node(i).left, level + 1);
  }
  return result;
}

double BroadphaseTree::quality() const {
  if (root_ < 0 || node(root_).leaf()) return 0;
  double sum = 0;
  for (const Node& x : nodes_) {
    if (!x.leaf()) sum += x.box.area();
  }
  const double rootArea = node(root_).box.area();
  return rootArea > 0 ? sum / rootArea : 0;
}

int BroadphaseTree::allocate() {
  if (free_.empty()) {
    nodes_.emplace_back();
    return static_cast<int>(nodes_.size()) - 1;
  }
  const int i = free_.back();
  free_.pop_back();
  node(i) = Node{};
  return i;
}

void BroadphaseTree::insert(int leaf) {
  ++insertions_;
  if (root_ < 0) {
    root_ = leaf;
    return;
  }
  const int sibling = bestSibling(node(leaf).box);
  const int parent = allocate();
  const int above = node(sibling).parent;
  node(parent).parent = above;
  node(parent).left = sibling;
  node(parent).right = leaf;
  node(sibling).parent = parent;
  node(leaf).parent = parent;
  if (above < 0) {
    root_ = parent;
  } else {
    (node(above).left == sibling ? node(above).left : node(above).right) = parent;
  }
  repairUpwards(parent);
}

// A new parent of `box` and node x costs area(x with box), and each ancestor of x grows. Below x at least the area of
// the box and the growth down to x must be paid: branches where that is too much already are cut.
int BroadphaseTree::bestSibling(const Aabb& box) {
  const double own = box.area();
  int best = root_;
  double bestCost = unionOf(node(root_).box, box).area();
  candidates_.assign(1, {root_, 0.0});
  while (!candidates_.empty()) {
    const Candidate c = candidates_.back();
    candidates_.pop_back();
    const Node& x = node(c.node);
    const double direct = unionOf(x.box, box).area();
    if (direct + c.inherited < bestCost) {
      bestCost = direct + c.inherited;
      best = c.node;
    }
    const double inherited = c.inherited + direct - x.box.area();
    if (!x.leaf() && own + inherited < bestCost) {
      candidates_.push_back({x.right, inherited});
      candidates_.push_back({x.left, inherited});
    }
  }
  return best;
}

void BroadphaseTree::remove(int leaf) {
  const int parent = node(leaf).parent;
  free_.push_back(leaf);
  if (parent < 0) {
    root_ = -1;
    node(leaf) = Node{};
    return;
  }
  const int sibling = node(parent).left == leaf ? node(parent).right : node(parent).left;
  const int above = node(parent).parent;
  node(sibling).parent = above;
  if (above < 0) {
    root_ = sibling;
  } else {
    (node(above).left == parent ? node(above).left : node(above).right) = sibling;
  }
  node(leaf) = Node{};
  node(parent) = Node{};
  free_.push_back(parent);
  repairUpwards(above);
}

void BroadphaseTree::repairUpwards(int i) {
  for (; i >= 0; i = node(i).parent) {
    node(i).box = unionOf(node(node(i).left).box, node(node(i).right).box);
    rotate(i);
  }
}

// Exchanges a child of i with a child of the other child where that shrinks the latter's box most.
void BroadphaseTree::rotate(int i) {
  int down = -1, up = -1;
  double bestGain = 0;
  for (const auto& [child, other] : {std::pair{node(i).left, node(i).right}, std::pair{node(i).right, node(i).left}}) {
    if (node(other).leaf()) continue;
    for (const auto& [leaves, stays] :
         {std::pair{node(other).left, node(other).right}, std::pair{node(other).right, node(other).left}}) {
      const double gain = node(other).box.area() - unionOf(node(child).box, node(stays).box).area();
      if (gain > bestGain) {
        bestGain = gain;
        down = child;
        up = leaves;
      }
    }
  }
  if (down < 0) return;
  const int other = node(up).parent;
  (node(i).left == down ? node(i).left : node(i).right) = up;
  (node(other).left == up ? node(other).left : node(other).right) = down;
  node(up).parent = i;
  node(down).parent = other;
  node(other).box = unionOf(node(node(other).left).box, node(node(other).right).box);
}

}  // namespace passung::collision
