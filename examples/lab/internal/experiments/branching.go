package experiments

import "math"

// branching returns the effective branching factor of a search: the number b of
// moves in each position of a uniform tree that has this depth and as many nodes,
//
//	nodes = b + b² + … + b^depth
//
// (Russell and Norvig, Artificial Intelligence: A Modern Approach, 3.6). It is NaN
// for a depth below 1 or without nodes.
func branching(nodes float64, depth int) float64 {
	if depth < 1 || !(nodes > 0) {
		return math.NaN()
	}
	low, high := 0.0, nodes
	for range 100 { // halves the interval each time
		b := (low + high) / 2
		sum := 0.0
		for range depth {
			sum = (sum + 1) * b
		}
		if sum < nodes {
			low = b
		} else {
			high = b
		}
	}
	return high
}

// growth returns by what factor one more ply multiplies the nodes: the square root of
// what the last two plies do, because alpha-beta gains at odd and even depths
// differently. nodes holds the nodes by depth, from depth 1 on. With fewer than three
// depths it is NaN.
func growth(nodes []float64) float64 {
	n := len(nodes)
	if n < 3 || !(nodes[n-3] > 0) {
		return math.NaN()
	}
	return math.Sqrt(nodes[n-1] / nodes[n-3])
}
